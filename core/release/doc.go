// Package release is the room of what leaves the data owner: one set of values made by one mechanism, the certificate
// that states its privacy, and its provenance, as a JSON document. Begin with Decode, which refuses what it does not
// know, because its reader may not trust its sender; package verify then checks the certificate by formulas of its own,
// and Predict reads the model. Package combine adds up the releases of many owners, and appraisal makes the figures of
// a report from its counts.
package release
