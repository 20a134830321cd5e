// Package decimal reads and writes plain decimal numbers: "3", "3.", ".5", "+2", "-1e-3". Begin with Scan, which has
// the whole grammar and rounds correctly. Unsigned is a short cut to the same bits, and LoadDigits, NonDigits and
// JoinDigits are for a reader that takes digits out of its own buffer, eight at a time. Append writes a number as
// JavaScript does.
package decimal
