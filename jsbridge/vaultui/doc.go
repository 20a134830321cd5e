// Package vaultui is the data owner's form. It runs in the vault: a sandboxed
// srcdoc document of opaque origin whose content security policy allows no
// connection at all. The private file is picked here and handed as a File to
// the solver, the same engine in a worker of this document; no code of the
// outer page ever holds it.
//
// What may leave the vault is in post.go, and nowhere else. Every field that
// passes there is public or computed from the released values.
//
// Files without a build tag hold what can be decided without a browser: the
// texts, the checking of the settings, the steps of a session, the wording of
// the owner's report. They are tested natively. Files that end in _js.go draw
// and listen; they are the only ones in the project to import dom/v2.
package vaultui
