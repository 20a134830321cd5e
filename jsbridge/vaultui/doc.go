// Package vaultui is the data owner's form. It runs in the vault: a sandboxed
// srcdoc document of opaque origin whose content security policy allows no
// connection at all. The owner picks the private file in this form, which passes
// it as a File to the engine worker, the same engine in a worker of this document. No
// code of the outer page ever holds it.
//
// post.go builds everything that may leave the vault; no other file does. Every
// field in it is public or computed from the released values.
//
// Of the owner's three screens, request_js.go draws the first (what is asked, and the choices), check_js.go the second
// (what only the owner sees of the file) and screen_js.go what the vault keeps of the third; the page around it draws the
// result.
//
// The folder answers holds what needs no browser, and is tested natively: the owner's
// answers, the check of the file, the public sample, the bar, and all texts. Files that end in _js.go draw the form and handle its
// events; no other file of the project imports dom/v2.
package vaultui
