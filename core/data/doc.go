// Package data is the room where bytes become numbers. Begin with dataset: ReadSource reads the public sample and fixes
// how every column is read, and Target reads private rows by that schema, cell by cell. Package features maps a row to
// what is summed, and package grid has the ball to which it is clipped and the integers to which it is rounded.
package data
