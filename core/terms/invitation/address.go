package invitation

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MostAddress is how many bytes an address may have.
const MostAddress = 2000

// webAddress reports whether a link may name the address: https, or http on this machine, and nothing hidden in it.
// Every such address is one that the owner's page takes (webAddress in jsbridge/npm/invitation.js), which also takes
// hosts in other letters and other forms of an IP address. A host that begins with xn-- is not decoded.
func webAddress(text string) bool {
	_, ok := readAddress(text)
	return ok
}

// address is an address in parts; the host is in lower case, and the rest begins with / or ?, or is empty.
type address struct {
	secure     bool
	host, port string
	rest       string
}

func readAddress(text string) (a address, ok bool) {
	scheme, after, found := strings.Cut(text, "://")
	scheme = strings.ToLower(scheme)
	if a.secure = scheme == "https"; !found || !a.secure && scheme != "http" || len(text) > MostAddress {
		return a, false
	}
	end := strings.IndexAny(after, "/?")
	if end < 0 {
		end = len(after)
	}
	a.host, a.rest = strings.ToLower(after[:end]), after[end:]
	if host, port, is := strings.Cut(a.host, ":"); is {
		a.host, a.port = host, port
		if _, err := strconv.ParseUint(port, 10, 16); err != nil {
			return a, false
		}
	}
	local := a.host == "localhost" || a.host == "127.0.0.1"
	hidden := func(r rune) bool { return r == '#' || r == '\\' || unicode.IsSpace(r) || unicode.Is(unicode.C, r) }
	return a, isHost(a.host) && (a.secure || local) && utf8.ValidString(a.rest) && !strings.ContainsFunc(a.rest, hidden)
}

// isHost takes names of letters, digits, hyphens and underscores, and IP addresses of four decimal numbers. Whatever
// ends in a number is an IP address for a browser.
func isHost(host string) bool {
	names := strings.Split(host, ".")
	for _, name := range names {
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	last := names[len(names)-1]
	if hex, is := strings.CutPrefix(last, "0x"); is && strings.Trim(hex, "0123456789abcdef") == "" {
		return false
	}
	if strings.Trim(last, "0123456789") != "" {
		return true
	}
	return len(names) == 4 && !slices.ContainsFunc(names, func(name string) bool {
		_, err := strconv.ParseUint(name, 10, 8)
		return err != nil || len(name) > 1 && name[0] == '0'
	})
}
