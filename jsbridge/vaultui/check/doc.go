// Package check says in words what the engine reports of the owner's file, and what it has to ask about the file's
// header. All of it is for the owner's screen alone.
package check

import "privadapt/jsbridge/vaultui/wording"

var texts = &wording.Current
