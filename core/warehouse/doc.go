// Package warehouse is the room of SQL: a database adds up the private rows. Begin with Plan.Query, which writes the
// one query that the owner runs where the rows are kept; Read, ReadLabelled and ReadCounts take in the exact integer
// sums that it returns.
//
// Claim: with the plan fixed, a row of the table enters the sums as an integer vector that is a function of that row
// alone and whose integer norm, intercept included, is at most grid.Steps. The query maps and shortens the row in
// floating point, truncates it to grid steps, and then checks the norm in integers; a row that fails the check counts
// as the source's mean. So the sensitivity of the sums is the grid's, whatever the floating-point arithmetic of
// the database does. For a report it counts rows in cells, with parts that are limited in integers. The sums are
// private: what is read here goes to package draw, as the sums of the file reader do, and to nothing else.
//
// Tests: TestDatabasesGiveTheReadersSums, TestNoRowMovesASumByMoreThanTheGridAdmits,
// TestABrokenArithmeticCountsAsTheMean; with labels TestDatabasesGiveTheReadersSumsOfLabels,
// TestNoLabelledRowMovesTheSumsByMoreThanTheGridAdmits, TestAnUnclippedLabelCountsAsTheMean; for a report
// TestDatabasesGiveTheReadersCounts, TestNoRowIsMoreThanOneInTheCounts, TestABrokenArithmeticIsOneRow.
package warehouse
