package campaign

// Sample is a public sample that an analyst has uploaded.
type Sample struct {
	Analyst string `json:"-"` // digest of the token
	SHA256  string `json:"sha256"`
	Name    string `json:"name"`
	Source  string `json:"source"` // its address
	Bytes   int    `json:"bytes"`
	Rows    int    `json:"rows"`    // records after the header; 0 where they were not counted
	Created int64  `json:"created"` // Unix time in milliseconds
}
