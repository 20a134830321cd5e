package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
)

// File is one of several public files whose rows become one source.
type File struct {
	Name   string // for messages and for the release
	Data   io.Reader
	Digest string // of the published file where Data was unpacked from it; empty: the SHA-256 of Data
	// Check, if not nil, refuses a digest that is not the one that was announced.
	Check func(digest string) error
}

// MostParts is the largest number of files that become one source.
const MostParts = 8

// Part is one of the files that a source was united from.
type Part struct {
	Name   string
	Digest string
	Rows   int
}

// openedFile is a public file whose header has been read, and the records that decide the kinds of the columns.
type openedFile struct {
	File
	*layout
	records *recordReader
	sample  []record
	hash    hash.Hash
}

// ReadSources reads several public files as [ReadSource] reads one that holds the rows of all, in their order. They have
// the same columns, which are found by their name, in any case of letters where that identifies one; their order and the
// delimiter may differ. An error names the file. The digest of several is [UnitedDigest].
func ReadSources(files []File, o SourceOptions) (*Source, error) {
	if len(files) > MostParts {
		return nil, newError(CodeBadOption, 0, "there are %d public samples; give at most %d", len(files), MostParts)
	}
	found, several := &problems{}, len(files) > 1
	inFile := func(err error) error {
		if e := (*Error)(nil); errors.As(err, &e) {
			return found.inFile(e)
		} else if several {
			return fmt.Errorf("%s: %w", found.file, err)
		}
		return err
	}
	var opened []*openedFile
	var samples []record
	for k, f := range files {
		if several {
			found.file = f.Name
		}
		declared := o
		if k > 0 { // the options declare columns of the first file
			declared = SourceOptions{Label: o.Label, Task: o.Task}
		}
		own, err := openFile(f, declared, found)
		if err == nil && several { // the problems of its header, or of the option's columns
			err = found.all()
		}
		if err == nil && k > 0 {
			err = own.findColumns(opened[0])
		}
		if err == nil {
			own.sample, err = readSample(own.records, found)
		}
		if err != nil {
			return nil, inFile(err)
		}
		opened, samples = append(opened, own), append(samples, own.sample...)
		opened[0].comma = opened[0].comma || own.comma // in names of classes
		if several {
			for i, note := range own.notes {
				own.notes[i] = f.Name + ": " + note
			}
			if k > 0 {
				opened[0].notes = append(opened[0].notes, own.notes...)
			}
		}
	}
	first := opened[0].layout
	first.decideKinds(samples)
	first.decideTask(samples, o.Task, found)
	first.decideWords(samples)
	b := newSourceBuilder(first, found)
	b.several = several
	var parts []Part
	for _, own := range opened {
		if several {
			found.file = own.Name
		}
		before := len(b.labels)
		if err := b.addFile(own); err != nil {
			return nil, inFile(err)
		}
		part := Part{own.Name, own.Digest, len(b.labels) - before}
		if several && part.Rows == 0 && b.label >= 0 {
			return nil, inFile(newError(CodeNoRows, 0, "the file has no row with a label; add some, or leave the file out"))
		}
		for _, other := range parts {
			if other.Digest == part.Digest {
				return nil, inFile(newError(CodeBadOption, 0, "it is the same file as %s; give each file once", other.Name))
			}
		}
		parts = append(parts, part)
	}
	found.file = ""
	b.settleDates()
	b.settleStrays()
	b.noteUnlabelled()
	if err := found.all(); err != nil {
		return nil, err
	}
	b.noteOnTwoValues(o.Task)
	source, err := b.finish()
	if err != nil {
		return nil, err
	}
	digests := make([]string, len(parts))
	for k, part := range parts {
		digests[k] = part.Digest
	}
	if source.Digest = UnitedDigest(digests); several {
		source.Parts = parts
	}
	return source, nil
}

// openFile reads the header.
func openFile(f File, o SourceOptions, found *problems) (*openedFile, error) {
	own := &openedFile{File: f, hash: sha256.New()}
	lines, err := openTable(io.TeeReader(f.Data, own.hash))
	if err != nil {
		return nil, err
	}
	if own.layout, err = newLayout(lines, o, found); err != nil {
		return nil, err
	}
	own.records = newRecordReader(lines, own.delim, len(own.names))
	return own, nil
}

// findColumns finds the columns of the first file in this one, which must have the same.
func (f *openedFile) findColumns(first *openedFile) error {
	columns := make([]Column, len(first.names))
	for j, name := range first.names {
		columns[j].Name = name
	}
	a := align(f.names, Schema{Label: first.names[first.label], Columns: columns})
	a.columns[first.label] = f.label
	var lacks, more []string
	for j, name := range first.names {
		if name == "" {
			a.columns[j] = f.label // of a column without a name no cell is read
		} else if a.columns[j] < 0 {
			lacks = append(lacks, name)
		}
	}
	for i, name := range f.names {
		if name != "" && !slices.Contains(a.columns, i) {
			more = append(more, name)
		}
	}
	f.records.places = a.columns
	const advice = "unlike %s; give files that have the same columns"
	switch {
	case len(lacks) > 0 && len(more) > 0:
		return newError(CodeColumnsDiffer, 0, "the file lacks %s and has %s, "+advice, quoteNames(lacks), quoteNames(more),
			first.Name)
	case len(lacks) > 0:
		return newError(CodeColumnsDiffer, 0, "the file lacks %s, "+advice, quoteNames(lacks), first.Name)
	case len(more) > 0:
		return newError(CodeColumnsDiffer, 0, "the file has %s, "+advice, quoteNames(more), first.Name)
	}
	return nil
}

// addFile adds all rows of a file, computes its digest unless that is known, and compares it with the announced one.
func (b *sourceBuilder) addFile(f *openedFile) error {
	for _, rec := range f.sample {
		if err := b.add(rec); err != nil {
			return err
		}
	}
	for {
		rec, ok, err := nextSound(f.records, b.found)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if err := b.add(rec); err != nil {
			return err
		}
	}
	if f.Digest == "" {
		f.Digest = hex.EncodeToString(f.hash.Sum(nil))
	}
	if f.Check != nil {
		return f.Check(f.Digest)
	}
	return nil
}

// UnitedDigest identifies a source of several files: the SHA-256 of their digests, each followed by a line feed. A
// single file's digest is its own.
func UnitedDigest(digests []string) string {
	if len(digests) == 1 {
		return digests[0]
	}
	sum := sha256.New()
	for _, digest := range digests {
		io.WriteString(sum, digest+"\n")
	}
	return hex.EncodeToString(sum.Sum(nil))
}
