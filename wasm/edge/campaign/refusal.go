package campaign

// MostRefusals is how many refused arrivals of one invitation are kept, the newest, so that its holder cannot fill the
// store.
const MostRefusals = 10

// Refusal is the record of a refused arrival with an invitation of a campaign; Accepts refuses. Nothing of its body is
// kept.
type Refusal struct {
	Campaign   string `json:"-"`
	Invitation string `json:"invitation"` // Invitation.ID
	Time       int64  `json:"time"`       // Unix time in milliseconds
	Status     int    `json:"status"`     // of the answer
	Code       string `json:"code"`
	Message    string `json:"message"`
}
