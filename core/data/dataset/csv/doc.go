// Package csv divides a CSV file, public or private, into records and fields, and says what the text of a cell is: a
// number, a missing value, or neither. It knows no columns. Begin with NewLines, whose Next returns one record after
// the other, and with NewFields, which walks the fields of a record. Every sequence of bytes can be read, and
// Lines.Record has the rule by which records end, with its proof. What is refused, and in what words, package dataset
// says.
package csv
