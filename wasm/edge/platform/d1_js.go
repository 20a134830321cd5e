package platform

import (
	"encoding/json"
	"syscall/js"
)

// D1 is the campaign.Store in a Cloudflare D1 database. (The library's driver for database/sql has no batches, and D1
// has transactions in batches alone.) The tables are in migrations.
type D1 struct{ Binding js.Value }

// statement is SQL with values for its question marks: texts, integers and floats.
type statement struct {
	sql    string
	values []any
}

func sql(text string, values ...any) statement { return statement{text, values} }

// batch runs statements as one transaction and returns the rows and the number of changes of each.
func (d D1) batch(statements ...statement) (rows []json.RawMessage, changes []int, err error) {
	prepared := make([]any, len(statements))
	for i, s := range statements {
		prepared[i] = d.Binding.Call("prepare", s.sql).Call("bind", s.values...)
	}
	results, err := await(d.Binding.Call("batch", prepared))
	if err != nil {
		return nil, nil, err
	}
	for i := range statements {
		result := results.Index(i)
		rows = append(rows, json.RawMessage(js.Global().Get("JSON").Call("stringify", result.Get("results")).String()))
		changes = append(changes, result.Get("meta").Get("changes").Int())
	}
	return rows, changes, nil
}

// query returns the rows of one statement as values of a type with the columns' names as tags.
func query[T any](d D1, s statement) ([]T, error) {
	rows, _, err := d.batch(s)
	if err != nil {
		return nil, err
	}
	list := []T{}
	err = json.Unmarshal(rows[0], &list)
	return list, err
}

// first returns the first row, or nil.
func first[T any](d D1, s statement) (*T, error) {
	list, err := query[T](d, s)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}
