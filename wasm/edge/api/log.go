package api

import (
	"log"
	"net/http"
	"strings"
)

// logRefusal writes one line about a refused request: the endpoint and the reason. It has nothing from the body or from
// a token. An error of this program or of the platform is written in full.
func logRefusal(r *http.Request, refusal *failure, err error) {
	_, place, found := strings.Cut(r.Pattern, " ")
	if !found {
		place = r.Pattern
	}
	if id := r.PathValue("campaign"); id != "" {
		place += " campaign=" + printable(id)
	}
	if refusal.status == http.StatusInternalServerError {
		log.Printf("failed %s %s: %q", r.Method, place, err.Error())
		return
	}
	log.Printf("refused %s %s %d %s", r.Method, place, refusal.status, refusal.Code)
}

// printable is a stranger's text without the characters that could break a line.
func printable(text string) string {
	kept := []rune{}
	for _, r := range text {
		if len(kept) < 64 && r > ' ' && r < 0x7f {
			kept = append(kept, r)
		}
	}
	return string(kept)
}
