// Package progress has the bar's way from 0 to 1 and the time that is left.
package progress

import "privadapt/jsbridge/vaultui/wording"

var texts = &wording.Current
