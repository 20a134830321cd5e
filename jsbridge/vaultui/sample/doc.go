// Package sample says in words what the public sample holds, and how a row like its own is typed.
package sample

import "privadapt/jsbridge/vaultui/wording"

var texts = &wording.Current
