package vaultui

import (
	"syscall/js"

	"privadapt/core/terms/settings"
)

// readingOptions are the options with which the sample is read: as the page says, and without the columns that the
// owner leaves out as well.
func readingOptions(reading js.Value, ignored []string) message {
	options := message{}
	for _, f := range settings.Of(settings.Sample) {
		if value := reading.Get(f.Name); f.Name != "ignore" && value.Truthy() {
			options[f.Name] = value
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
