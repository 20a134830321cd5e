package campaign

// MostRefusals is how many refused arrivals of one invitation are kept, the newest, so that its holder cannot fill the store.
const MostRefusals = 10

// Refusal is a refused arrival with an invitation of a campaign. Nothing of its body is kept.
type Refusal struct {
	Campaign   string `json:"-"`
	Invitation string `json:"invitation"` // Invitation.ID
	Time       int64  `json:"time"`       // Unix time in milliseconds
	Status     int    `json:"status"`     // of the answer
	Code       string `json:"code"`
	Message    string `json:"message"`
}

// Sample is a public sample that an analyst has uploaded.
type Sample struct {
	Analyst string `json:"-"` // digest of the token
	SHA256  string `json:"sha256"`
	Name    string `json:"name"`
	Source  string `json:"source"` // its address
	Bytes   int    `json:"bytes"`
	Created int64  `json:"created"` // Unix time in milliseconds
}
