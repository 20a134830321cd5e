# make run        builds everything, makes a report, an estimate and a model of sample data, sets the paper's algorithm beside the
#                 default, serves the site
# make test       before every commit: lint, Go natively, Node, the main ways through the pages in Chromium, the edge; 5 minutes
# make test-all   before every merge, and what CI runs: make test, then what it leaves out; 25 to 50 minutes
# make golden     writes golden files anew (releases, an owner's report, transcripts, screens, forged documents, links): read the diff
# make audit      attacks the privacy claims with up to 2 million runs a side, plants faults, kills programs while they spend, and
#                 changes the code that privacy rests on, one operator at a time: tests must notice; hours on two cores
# make campaign   long versions of tests, all Go tests as wasm, and queries in Spark; many hours
# make fuzz       a million executions of every fuzz target (FUZZ_COUNT=…); 15 minutes on two free cores
# make bench      the engine beside what people would take instead: a table of ratios
# make measure    first paint, a whole run and the transfer of the owner's page in Chromium, beside the aims
# make evaluate   what releases are worth on the real tasks of ../shared/data: the tables of core/EVALUATION.md; 30 minutes
# make figure1    the paper's figures
# make python     the Python package, a wheel, which needs Python >= 3.9 too
# make package    the npm package; make site: the pages; make edge: campaigns on this machine as on Cloudflare
# All need Go >= 1.26 and Node >= 20. Each target sets up the rest by itself.
.PHONY: run build site package python check machine measure figure1 evaluate edge edge-build test test-all test-part lint \
	lint-tools format golden audit campaign fuzz bench clean

NPM  := jsbridge/npm
DIST := $(NPM)/dist
# Two clean builds give the same bytes. The tag simd makes Go call the kernel, which wasm/finish puts in. Inlined, what writes SQL
# is 9 kB larger to transfer.
WASM := GOOS=js GOARCH=wasm go build -trimpath -buildvcs=false -ldflags="-s -w" -gcflags=privadapt/core/warehouse=-l
# go_js_wasm_exec refuses long environments, so the tests as wasm get a short one.
WASM_EXEC = env -i "PATH=$(PATH)" "HOME=$(HOME)" $(shell go env GOROOT)/lib/wasm/go_js_wasm_exec
SAMPLE := site/dist/sample

# The sample data are made up, so their runs are charged to a ledger of their own and not to this machine's.
run: export XDG_STATE_HOME = $(CURDIR)/$(DIST)/state
run: build site
	@rm -rf $(DIST)/state
	@for use in report estimate "model --use-labels"; do echo "\n$$use"; node $(NPM)/cli.mjs adapt --source $(SAMPLE)/source.csv \
		--target $(SAMPLE)/priced.csv --label price --epsilon 1 --delta 1e-7 --release $$use --out $(DIST)/release.json --force --quiet || \
		exit; done
	@node $(NPM)/cli.mjs verify $(DIST)/release.json
	@go run ./wasm/lab compare $(SAMPLE)/source.csv $(SAMPLE)/target.csv $(SAMPLE)/target-labels.csv price
	@node site/build/serve.mjs --port $(or $(PORT),8080)

# The npm packages that build (.build) and all of them (.all), pinned in .ci; every folder finds them by the link node_modules. Not
# npm ci: Biome and DuckDB have a package for each platform, and npm ci refuses a registry that lacks some. No install scripts:
# node-liblzma's would compile a native part, and its WebAssembly is used.
PACKAGES := .ci/node_modules
INSTALL = cd .ci && npm install --no-save --ignore-scripts --no-audit --no-fund --silent
$(PACKAGES)/.build: .ci/package.json .ci/package-lock.json
	@$(INSTALL) --omit=dev && touch node_modules/.build && ln -sfn .ci/node_modules ../node_modules
$(PACKAGES)/.all: .ci/package.json .ci/package-lock.json
	@$(INSTALL) && touch node_modules/.build node_modules/.all && ln -sfn .ci/node_modules ../node_modules

build: check $(PACKAGES)/.build
	$(WASM) -tags simd -o $(DIST)/go/engine.wasm ./wasm/engine
	$(WASM) -tags simd -o $(DIST)/go/lab.wasm ./wasm/lab
	@node wasm/finish/finish.mjs $(DIST) $(DIST)/go/engine.wasm $(DIST)/go/lab.wasm
	@cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(DIST)/
	@node $(NPM)/build/decoders.mjs
	@node $(NPM)/build/release-types.mjs
	@node $(NPM)/build/engine-module.mjs

# The site holds what kits are made of, and so does the package.
site: build
	@node $(NPM)/build/prepack.mjs site
	@node site/build/build.mjs

# What npm publishes. It holds nothing that computes without privacy.
package: site
	@cd $(NPM) && npm pack --silent --pack-destination dist

# The Python package: the same engine for WASI.
PYTHON := wasm/python
python: check $(PACKAGES)/.build
	@mkdir -p $(PYTHON)/dist
	$(subst GOOS=js,GOOS=wasip1,$(WASM)) -tags simd -buildmode=c-shared -o $(PYTHON)/privadapt/engine.wasm ./$(PYTHON)
	@node wasm/kernel/assemble.mjs $(PYTHON)/privadapt/kernel.wasm
	@python3 $(PYTHON)/build.py $(PYTHON)/dist

check:
	@mkdir -p $(DIST)
	@command -v go >/dev/null || { echo "privadapt needs Go 1.26 or newer: https://go.dev/dl"; exit 1; }
	@command -v node >/dev/null && node -e 'process.exit(+(parseInt(process.versions.node) < 20))' || \
		{ echo "privadapt needs Node.js 20 or newer: https://nodejs.org"; exit 1; }

# What .ci/install cannot install it names, and says what will not be tested. BROWSERS=none leaves the browsers out.
machine: check $(PACKAGES)/.all
	@.ci/install browsers && .ci/install postgresql

measure: site machine
	@node site/build/measure.mjs

figure1: check
	go run ./wasm/lab figure1 --json $(DIST)/figure1.json
evaluate: check
	go run ./wasm/lab evaluate --json $(DIST)/evaluate.json

EDGE := wasm/edge
edge-build: $(PACKAGES)/.all package
	@rm -rf $(EDGE)/dist && go run github.com/syumai/workers/cmd/workers-assets-gen -mode go -o $(EDGE)/dist && \
		$(WASM) -o $(EDGE)/dist/app.wasm ./$(EDGE) && node $(EDGE)/build.mjs

edge: edge-build
	@exec node $(EDGE)/local.mjs --port $(or $(EDGE_PORT),9900) --state $(or $(EDGE_STATE),$(EDGE)/state)

# What runs before a commit and what is left to make test-all is said in the tests: see .ci/tests.mjs, which also runs one part:
# make test-part PARTS="node browser". EDGE_RELEASES=1000 EDGE_CLIENTS=50 make the edge's load test send that many releases from
# that many clients at once.
TESTED = package machine edge-build
FIRST := go node browser edge
test: lint $(TESTED)
	@node .ci/tests.mjs $(FIRST)
test-all: lint $(TESTED)
	@node .ci/tests.mjs $(FIRST) go-rest kernel wasm node-rest browser-rest edge-rest python
test-part: $(TESTED)
	@node .ci/tests.mjs $(PARTS)

# staticcheck is pinned in .ci/lint. What only wasm calls in jsbridge looks unused natively, so there unused code is looked for in
# the wasm build alone.
STATICCHECK := $(DIST)/staticcheck
lint-tools: check $(PACKAGES)/.all
	@go build -modfile=.ci/lint/go.mod -o $(STATICCHECK) honnef.co/go/tools/cmd/staticcheck

lint: lint-tools
	@test -z "$$(gofmt -l core jsbridge wasm)" || { gofmt -l core jsbridge wasm; echo "run make format"; exit 1; }
	@go mod tidy -diff || { echo "go.mod or go.sum is not what go mod tidy writes: run it and commit both"; exit 1; }
	@$(PACKAGES)/.bin/biome check --error-on-warnings .
	@node .ci/lint/types.mjs
	@go vet ./... && go vet -tags campaign ./core/... && GOOS=js GOARCH=wasm go vet -tags simd ./...
	@GOOS=wasip1 GOARCH=wasm go vet -tags simd ./$(PYTHON)
	@$(STATICCHECK) ./core/... ./wasm/...
	@$(STATICCHECK) -checks inherit,-U1000 ./jsbridge/...
	@GOOS=js GOARCH=wasm $(STATICCHECK) ./...

format: lint-tools
	@gofmt -w core jsbridge wasm
	@$(PACKAGES)/.bin/biome check --write .

# One line for each part. Documents first, because forged ones are made of them.
golden: site machine
	go test ./core/adapt -count=1 -run 'Golden|TheOwnersReportOfAMessyFile' -update
	GOOS=js GOARCH=wasm go test ./core/adapt -count=1 -exec '$(WASM_EXEC)' -run 'Golden|TheOwnersReportOfAMessyFile' -update
	go test ./core/release/verify -count=1 -run Forged -update
	go test ./core/terms/invitation -count=1 -run TermsAndTheirLinks -update
	cd $(NPM) && UPDATE=1 node --test test/transcripts.test.mjs
	cd site && UPDATE=1 node --test test/snapshots.test.mjs

# The attacks on the claims run as a program instead of by go test, so that their summary is the last line of theirs.
audit: site machine
	cd $(NPM) && PRIVADAPT_CAMPAIGN=1 node --test test/neighbours.test.mjs test/ledger-crash.test.mjs test/cli-releases.test.mjs
	cd site && PRIVADAPT_CAMPAIGN=1 node --test test/neighbours.test.mjs test/budget-races.test.mjs
	@go test -c -o $(DIST)/audit.test ./core/lab/audit
	@cd core/lab/audit && $(CURDIR)/$(DIST)/audit.test -test.run TestAudit -test.v -test.timeout 180m -audit.full -audit.json $(CURDIR)/$(DIST)/audit.json
	@.ci/gremlins/run $(CURDIR)/$(DIST)

campaign: package machine
	@.ci/campaign $(CURDIR)/$(DIST)/engines
fuzz: check
	@.ci/fuzz $(or $(FUZZ_COUNT),1000000) $(DIST)
bench: build $(PACKAGES)/.all
	@node $(NPM)/bench/bench.mjs
clean:
	rm -rf $(DIST) site/dist $(PYTHON)/dist
