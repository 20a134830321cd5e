package campaign

// MostRefusals is how many refused arrivals are kept of one invitation, the newest: who has an invitation can fill no more.
const MostRefusals = 10

// Refusal is an arrival by an invitation of a campaign that was not taken. Of its body nothing is kept.
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
