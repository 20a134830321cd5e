// Package sample says in words what the public sample holds.
package sample

import "privadapt/jsbridge/vaultui/wording"

var texts = &wording.Current
