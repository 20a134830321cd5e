// Package answers has what the owner answers before a file is chosen: the settings with their checks, what a run under
// them would bring, use and release, and in which step of a session they are fixed.
package answers

import "privadapt/jsbridge/vaultui/wording"

var texts = &wording.Current
