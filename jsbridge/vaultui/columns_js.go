package vaultui

import "syscall/js"

// readingOptions are the options with which the sample is read: as the page says, and without the columns that the
// owner leaves out as well.
func readingOptions(reading js.Value, ignored []string) message {
	options := message{}
	for _, name := range []string{"label", "task", "dateOrder", "allColumns", "sameUnits"} {
		if value := reading.Get(name); value.Truthy() {
			options[name] = value
		}
	}
	leftOut := list(ignored)
	if asked := reading.Get("ignore"); asked.Truthy() {
		for i := range asked.Length() {
			leftOut = append(leftOut, asked.Index(i))
		}
	}
	options["ignore"] = leftOut
	return options
}
