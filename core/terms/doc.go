// Package terms is the room of what a run, an invitation and a campaign can state. Begin with package settings, the
// table of a run's settings; invitation has the fields of a link, method the names, and formats the kinds of files.
// What Go and JavaScript know of them is generated from there. This package has what a receiver may ask of releases:
// call [Receiver.Objection] of a release before it is charged, when only its [Facts] are known, and when it arrives.
// What is refused on arrival is refused before anything is spent, because it is the same function.
package terms
