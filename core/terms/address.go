package terms

import (
	"net/netip"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostAddress is how many bytes an address may have.
const mostAddress = 2000

// webAddress reports whether a link may name the address: https, or http on this machine, and nothing hidden in it. Every such address is
// one that the owner's page takes (webAddress in jsbridge/npm/invitation.js), which also takes hosts in other letters and spellings of an
// IP address. A host that begins with xn-- is not decoded.
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
	if a.secure = scheme == "https"; !found || !a.secure && scheme != "http" || len(text) > mostAddress {
		return a, false
	}
	end := strings.IndexAny(after, "/?")
	if end < 0 {
		end = len(after)
	}
	a.host, a.rest = strings.ToLower(after[:end]), after[end:]
	if colon := strings.LastIndexByte(a.host, ':'); colon > strings.IndexByte(a.host, ']') {
		a.host, a.port = a.host[:colon], a.host[colon+1:]
		if _, err := strconv.ParseUint(a.port, 10, 16); err != nil {
			return a, false
		}
	}
	local := a.host == "localhost" || a.host == "127.0.0.1"
	hidden := func(r rune) bool { return r == '#' || r == '\\' || unicode.IsSpace(r) || unicode.Is(unicode.C, r) }
	return a, isHost(a.host) && (a.secure || local) && utf8.ValidString(a.rest) && !strings.ContainsFunc(a.rest, hidden)
}

// isHost takes names of letters, digits, hyphens and underscores, and IP addresses as they are usually written. Whatever ends in a number
// is an IP address for a browser.
func isHost(host string) bool {
	if inner, is := strings.CutPrefix(host, "["); is {
		ip, err := netip.ParseAddr(strings.TrimSuffix(inner, "]"))
		return err == nil && ip.Is6() && ip.Zone() == "" && strings.HasSuffix(inner, "]")
	}
	names := strings.Split(host, ".")
	for _, name := range names {
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	last := names[len(names)-1]
	hex, is := strings.CutPrefix(last, "0x")
	if strings.Trim(last, "0123456789") == "" || is && strings.Trim(hex, "0123456789abcdef") == "" {
		ip, err := netip.ParseAddr(host)
		return err == nil && ip.Is4()
	}
	return true
}

// place is the same for two sound addresses if a browser takes them for the same one, and sometimes for others: it ignores a slash at the end and
// how letters are encoded.
func place(text string) string {
	a, _ := readAddress(text)
	if ip, err := netip.ParseAddr(strings.Trim(a.host, "[]")); err == nil {
		a.host = ip.String()
	}
	port, _ := strconv.Atoi(a.port)
	if a.port == "" || a.secure && port == 443 || !a.secure && port == 80 {
		port = 0
	}
	file, query, _ := strings.Cut(a.rest, "?")
	return strings.Join([]string{strconv.FormatBool(a.secure), a.host, strconv.Itoa(port), path.Clean("/" + unescaped(file)), unescaped(query)}, " ")
}

func unescaped(text string) string {
	if decoded, err := url.PathUnescape(text); err == nil {
		return decoded
	}
	return text
}
