//go:build !js

package audit

const (
	npmTests    = "jsbridge/npm/test/"
	submitTest  = npmTests + "submit.test.mjs"
	addressTest = npmTests + "submit-addresses.test.mjs"
	guardTest   = npmTests + "guarded-fetch.test.mjs"
	plainTest   = npmTests + "plain-text.test.mjs"
	guardFile   = "jsbridge/npm/runtime/guarded-fetch.js"
	placeFile   = "jsbridge/npm/host-place.js"
	submitFile  = "jsbridge/npm/cli/submit.js"
	deliverTest = npmTests + "deliver.test.mjs"
	deliverFile = "jsbridge/npm/cli/deliver.js"
	namedFile   = "core/release/file.go"
)

// strangerMutants are faults in what stands between an owner and strangers' links, documents and tables: what is asked
// of addresses and when, what a release says of addresses, and what texts do where people read them.
var strangerMutants = []mutant{
	byTest("addresses: a fragment is stated", "TestAReleaseStatesTheOriginAndPathOfAnAddressAlone", "core/release",
		edit{namedFile, `strings.IndexAny(url, "?#")`, `strings.IndexAny(url, "?")`}),
	byTest("addresses: a user's name is stated", "TestAReleaseStatesTheOriginAndPathOfAnAddressAlone", "core/release",
		edit{namedFile, `host = host[strings.LastIndexByte(host, '@')+1:]`, `host = host[0:]`}),
	byTest("addresses: a document may state a key", "TestAReleaseStatesTheOriginAndPathOfAnAddressAlone", "core/release",
		edit{namedFile, "plain && f.URL == originAndPath(f.URL)", "plain"}),
	byTest("reports: the digest of other bytes than were given", "TestAReportStatesTheDigestOfTheBytesThatWereGiven",
		"core/adapt", edit{"core/adapt/plan/report.go", "digestOf(p.Model)", "digestOf(p.Model[:len(p.Model)-1])"}),
	byTest(
		"submit: addresses are asked before the owner agrees",
		"nothing is asked of any address before the owner agrees",
		addressTest,
		edit{
			submitFile,
			"      await askForYes(\n",
			"      void [].push(\n",
		},
	),
	byTest(
		"submit: a delivery goes wherever the link says",
		"a release that was asked for is delivered once, after a yes, with the token, by a link and by a kit",
		deliverTest,
		edit{
			deliverFile,
			"if (!yes) await askForYes(`Type \"yes\" to send",
			"if (false) await askForYes(`Type \"yes\" to send",
		},
	),
	byTest(
		"submit: any file is delivered that is a release",
		"a private file, a forged release and those that were not asked for are refused, and no connection is made",
		deliverTest,
		edit{deliverFile, "if (objection) refuse(objection);", "void objection, refuse;"},
	),
	byTest(
		"submit: any file is delivered",
		"a private file, a forged release and those that were not asked for are refused, and no connection is made",
		deliverTest,
		edit{deliverFile, "  await check(path, text, invitation, signal);\n", ""},
	),
	byTest(
		"submit: the link's own host is not compared",
		"a link that leads elsewhere cannot have this machine ask itself or its network, whatever the owner says",
		addressTest,
		edit{"jsbridge/npm/invitation.js", "mayAsk(placeOf(from), placeOf(host))", "true"},
	),
	byTest(
		"links: names are not looked at",
		"an address on this machine is asked only for a link that leads to this machine",
		guardTest,
		edit{guardFile, "if (!found.every(", "if (host === undefined && !found.every("},
	),
	byTest(
		"links: one of a name's addresses will do",
		"an address on this machine is asked only for a link that leads to this machine",
		guardTest,
		edit{guardFile, "if (!found.every(", "if (!found.some("},
	),
	byTest(
		"links: IP addresses are not looked at",
		"an address on this machine is asked only for a link that leads to this machine",
		guardTest,
		edit{guardFile, "if (known !== undefined && !mayAsk(from, known))", "if (url === undefined)"},
	),
	byTest("links: an IPv4 address in IPv6 is of the whole internet", "where a host is", guardTest,
		edit{placeFile, "bits: bits & 0xffffffffn", "bits: 0x08080808n"}),
	byTest("links: clouds' metadata can be asked", "where a host is", guardTest,
		edit{placeFile, "    \"169.254.0.0/16\",\n", ""}),
	byTest(
		"links: redirects are followed",
		"where a file must be at its very address, the platform's fetch follows no redirect either",
		guardTest,
		edit{"jsbridge/npm/reading/fetch-source.js", `stay ? "manual" : "follow"`, `stay ? "follow" : "follow"`},
	),
	byTest("prints: marks that turn the writing stay", "plain text, and JSON of any text", plainTest,
		edit{"jsbridge/npm/reading/plain-text.js", `\\p{Cc}\\p{Cf}`, `\\p{Cc}`}),
	byTest(
		"prints: a file goes to a terminal as it is",
		"a file goes to a pipe as it is and to a terminal as plain text; so does what experiments print; a drawn line is plain",
		plainTest,
		edit{"jsbridge/npm/terminal/print.js", "stream.isTTY ? text.replace", "stream.isTTY === 1 ? text.replace"},
	),
	byTest(
		"prints: a receiver says who it is",
		"every text of a receiver's answers, forged: submit prints plain text",
		npmTests+"cli-print-answers.test.mjs",
		edit{
			submitFile,
			"const sent = { ...receipt, to };",
			"const sent = { to, ...receipt };",
		},
	),
	byTest("tables: a text may be a formula", "each cell", npmTests+"csv.test.mjs",
		edit{"jsbridge/npm/csv.js", "`'${value}`", "`${value}`"}),
	byTest("tables: a text may be a formula at the edge", "TestCellsAreThoseOfThePackage", "wasm/edge/api",
		edit{"wasm/edge/api/table.go", `text = "'" + text`, `text = "" + text`}),
	byTest(
		"rows: values that every object inherits count",
		"columns called as what every object inherits are columns like others, in predictions, private and public tables",
		npmTests+"predict-rows.test.mjs",
		edit{
			"jsbridge/npm/reading/tables.js",
			"name in Object.prototype && !Object.hasOwn(row, name) ? undefined : row[name]",
			"row[name]",
		},
	),
}
