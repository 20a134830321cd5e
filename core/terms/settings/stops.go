package settings

// Names of what stops a run after the owner's check and before the charge, unless the owner accepts it; see adapt.Stop.
const (
	StopMissingColumns     = "missing-columns"
	StopUnreadableColumn   = "unreadable-column"
	StopUnreadableLabels   = "unreadable-labels"
	StopBlankRows          = "blank-rows"
	StopClippedRows        = "clipped-rows"
	StopRepeatedIdentifier = "repeated-identifier"
)

// Stops are these names, in the order in which a check lists them.
var Stops = []string{StopMissingColumns, StopUnreadableColumn, StopUnreadableLabels, StopBlankRows,
	StopClippedRows, StopRepeatedIdentifier}
