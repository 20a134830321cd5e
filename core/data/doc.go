// Package data is the room where bytes become numbers. Begin with dataset: ReadSource reads the public sample and fixes
// how every column is read, and a Target reads private rows by that schema, cell by cell. Package features maps a row
// to what is summed, and package grid rounds it and clips it to the radius: there a private row is clipped.
package data
