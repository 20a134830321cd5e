package xgboost

import "bytes"

// otherFormat names the formats that files often have instead.
func otherFormat(data []byte) error {
	const convert = "; train the same model with XGBoost on the sample's columns and save it by booster.save_model(\"model.json\")"
	start := bytes.TrimLeft(data[:min(len(data), 4096)], " \t\r\n\ufeff")
	switch {
	case bytes.HasPrefix(start, []byte("tree\nversion=")), bytes.HasPrefix(start, []byte("tree\r\nversion=")),
		bytes.HasPrefix(start, []byte("{")) && bytes.Contains(start, []byte(`"name":"tree"`)):
		return refuse("this is a model of LightGBM, which is not read" + convert)
	case bytes.Contains(data[:min(len(data), 256)], []byte("onnx")), len(data) > 1 && data[0] == 8 && data[1] < 32:
		return refuse("this is a model in ONNX, which is not read" + convert)
	case bytes.HasPrefix(data, []byte("{L")),
		bytes.HasPrefix(data, []byte("{i")),
		bytes.HasPrefix(data, []byte("{U")),
		bytes.HasPrefix(data, []byte("binf")):
		return refuse(
			"this is a model of XGBoost in its binary form; load it and save it by booster.save_model(\"model.json\")",
		)
	}
	return nil
}

const mostDepth = 32

// checkNames refuses a text whose objects name a field twice, or are deeper than any of the library's: this decoder
// ignores the case of letters and lets the last of two fields count, and a file must not be one model here and another
// one to the library. What is not JSON is left to the decoder.
func checkNames(data []byte) error {
	var open []map[string]bool // of the objects and lists that are open; nil of a list
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '{', '[':
			var names map[string]bool
			if c == '{' {
				names = map[string]bool{}
			}
			if open = append(open, names); len(open) > mostDepth {
				return refuse("its objects and lists are more than %d deep; the library's are 7", mostDepth)
			}
		case '}', ']':
			if len(open) == 0 {
				return nil
			}
			open = open[:len(open)-1]
		case '"':
			start := i + 1
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
			if i >= len(data) {
				return nil
			}
			rest := bytes.TrimLeft(data[i+1:min(len(data), i+64)], " \t\r\n")
			if len(open) == 0 || open[len(open)-1] == nil || len(rest) > 0 && rest[0] != ':' {
				continue // a text, not a name
			}
			name := string(bytes.ToLower(data[start:i]))
			if bytes.ContainsAny(data[start:i], "\\\u017f\u212a") || open[len(open)-1][name] {
				return refuse("an object names the field %.40q twice, or in a spelling that is not the library's", name)
			}
			open[len(open)-1][name] = true
		}
	}
	return nil
}
