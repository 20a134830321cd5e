# make run        builds everything, makes a release of sample data, sets the paper's algorithm beside the default, serves the site
# make test       before every commit: lint, Go natively, Node, the main ways through the pages in Chromium, the edge; 7 minutes
# make test-all   before every merge, and what CI runs: make test, then what it leaves out, see "tier" below; 25 to 50 minutes
# make golden     writes golden files anew (releases, an owner's report, transcripts, screens, forged documents, links): read the diff
# make audit      attacks the privacy claims with up to 2 million runs a side, plants faults, kills programs while they spend; an hour
# make mutants    gremlins changes the code that privacy rests on, one operator at a time: tests must notice; hours on two cores
# make campaign   long versions of tests, all Go tests as wasm, and queries in Spark; many hours
# make fuzz       a million executions of every fuzz target (FUZZ_COUNT=…); 15 minutes on two free cores
# make bench      the engine beside what people would take instead: a table of ratios
# make measure    first paint, a whole run and the transfer of the owner's page in Chromium, beside the aims
# make evaluate   what releases are worth on the real tasks of ../shared/data: the tables of core/EVALUATION.md; 30 minutes
# make figure1    the paper's figures
# make package    the npm package; make site: the pages; make edge: campaigns on this machine as on Cloudflare
# All need Go >= 1.26 and Node >= 20. Each target sets up the rest by itself.
.PHONY: lint lint-tools format run build site package databases engines check browser counts test test-go test-node test-browser test-edge test-all \
	test-go-rest test-wasm test-node-rest test-browser-rest test-edge-rest \
	golden measure figure1 evaluate edge edge-build audit mutants campaign fuzz bench clean

NPM  := jsbridge/npm
DIST := $(NPM)/dist
# Two clean builds give the same bytes. The tag simd makes Go call the kernel, which wasm/finish puts in.
WASM := GOOS=js GOARCH=wasm go build -trimpath -buildvcs=false -ldflags="-s -w"
# go_js_wasm_exec refuses long environments, so the tests as wasm get a short one.
WASM_EXEC = env -i "PATH=$(PATH)" "HOME=$(HOME)" $(shell go env GOROOT)/lib/wasm/go_js_wasm_exec
FINISHED_EXEC := node $(CURDIR)/wasm/kernel/go-test-exec.mjs
SAMPLE := site/dist/sample
PORT ?= 8080

# The sample data are made up, so their runs are charged to a ledger of their own and not to this machine's.
run: export XDG_STATE_HOME = $(CURDIR)/$(DIST)/state
run: build site
	@rm -rf $(DIST)/state
	@node $(NPM)/cli.mjs adapt --source $(SAMPLE)/source.csv --target $(SAMPLE)/target.csv --label price \
		--epsilon 1 --delta 1e-7 --release model --out $(DIST)/release.json --force
	@node $(NPM)/cli.mjs verify $(DIST)/release.json
	@go run ./wasm/lab compare $(SAMPLE)/source.csv $(SAMPLE)/target.csv $(SAMPLE)/target-labels.csv price
	@node site/build/serve.mjs --port $(PORT)

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
	@mkdir -p $(DIST)
	$(WASM) -tags simd -o $(DIST)/go/engine.wasm ./wasm/engine
	$(WASM) -tags simd -o $(DIST)/go/lab.wasm ./wasm/lab
	@node wasm/finish/finish.mjs $(DIST) $(DIST)/go/engine.wasm $(DIST)/go/lab.wasm
	@cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(DIST)/
	@node $(NPM)/build/decoders.mjs
	@node $(NPM)/build/engine-module.mjs

# The site holds what kits are made of, and so does the package.
site: build
	@node $(NPM)/build/compress.mjs
	@node $(NPM)/build/docs.mjs
	@node site/build/build.mjs

# What npm publishes. It holds nothing that computes without privacy.
package: site
	@cd $(NPM) && npm pack --silent --pack-destination dist

check:
	@command -v go >/dev/null || { echo "privadapt needs Go 1.26 or newer: https://go.dev/dl"; exit 1; }
	@command -v node >/dev/null && node -e 'process.exit(+(parseInt(process.versions.node) < 20))' || \
		{ echo "privadapt needs Node.js 20 or newer: https://nodejs.org"; exit 1; }

# What .ci/install cannot install it names, and says what will not be tested.
ENGINES := $(CURDIR)/$(DIST)/engines
databases: check $(PACKAGES)/.all
	@.ci/install postgresql

engines: check
	@mkdir -p $(ENGINES) && .ci/install spark $(ENGINES)

browser:
ifneq ($(BROWSERS),none)
	@.ci/install browsers
endif

measure: $(PACKAGES)/.all site browser
	@node site/test/measure.mjs

figure1: check
	@mkdir -p $(DIST)
	go run ./wasm/lab figure1 --json $(DIST)/figure1.json --svg $(DIST)/figure1

evaluate: check
	@mkdir -p $(DIST)
	go run ./wasm/lab evaluate --json $(DIST)/evaluate.json

# Each build has a folder of its own, and build is a link to the newest, so a running edge keeps the one that it started with. The
# folder is named after the process that builds, so that another build leaves it alone.
EDGE := wasm/edge
EDGE_PORT ?= 9900
EDGE_STATE ?= $(EDGE)/state
edge-build: $(PACKAGES)/.all site package
	@mkdir -p $(EDGE)/builds && folder=$$(mktemp -d $(EDGE)/builds/$$$$-XXXXXX) && \
		go run github.com/syumai/workers/cmd/workers-assets-gen -mode go -o $$folder && \
		$(WASM) -o $$folder/app.wasm ./$(EDGE) && node $(EDGE)/build.mjs $$folder

edge: edge-build
	@exec node $(EDGE)/local.mjs --port $(EDGE_PORT) --state $(EDGE_STATE)

# A test file whose first line is "// tier: 2" is left to make test-all, and so is a Go test that skips where testing.Short() is. There
# are other engines and widths, ways out of the vault, hostile pages, faults of storage, races of tabs, other runtimes and databases.
main = $(shell cd $(1) && grep -L '^// tier: 2' test/*.test.mjs)
rest = $(shell cd $(1) && grep -lx '// tier: 2' test/*.test.mjs)
alone = $(shell cd $(1) && grep -lx '// tier: 2, alone' test/*.test.mjs)

# Each run of tests writes into this folder how many there were, and the last lines add them up.
COUNTS := $(CURDIR)/$(DIST)/counts
GO_TEST = node $(CURDIR)/.ci/go-test.mjs $(COUNTS)/$@-$(1).json
# A test file that hangs is ended after 15 minutes and named, so that it cannot hold up the others for ever.
NODE_TEST = node --test-reporter=spec --test-reporter-destination=stdout --test-reporter=$(CURDIR)/.ci/counted.mjs \
	--test-reporter-destination=$(COUNTS)/$@-$(1).json --test --test-timeout=900000

# staticcheck is pinned in .ci/lint.
LINT := .ci/lint
STATICCHECK := $(DIST)/staticcheck
lint-tools: check $(PACKAGES)/.all
	@mkdir -p $(DIST) && go build -modfile=$(LINT)/go.mod -o $(STATICCHECK) honnef.co/go/tools/cmd/staticcheck

# What only wasm calls in jsbridge looks unused natively, so there unused code is looked for in the wasm build alone.
lint: lint-tools
	@test -z "$$(gofmt -l core jsbridge wasm)" || { gofmt -l core jsbridge wasm; echo "run make format"; exit 1; }
	@$(PACKAGES)/.bin/biome check --error-on-warnings .
	@node $(LINT)/types.mjs
	@$(STATICCHECK) ./core/... ./wasm/...
	@$(STATICCHECK) -checks inherit,-U1000 ./jsbridge/...
	@GOOS=js GOARCH=wasm $(STATICCHECK) ./...

format: lint-tools
	@gofmt -w core jsbridge wasm
	@$(PACKAGES)/.bin/biome check --write .

test: lint test-go test-node test-browser test-edge
	@node .ci/closing.mjs $(COUNTS)

test-all: test test-go-rest test-wasm test-node-rest test-browser-rest test-edge-rest
ifeq ($(BROWSERS),none)
	@echo "The tests in a browser were NOT run (BROWSERS=none)."
endif
	@node .ci/closing.mjs $(COUNTS)

counts:
	@rm -rf $(COUNTS) && mkdir -p $(COUNTS)

test-go: check databases counts
	@go mod tidy -diff || { echo "go.mod or go.sum is not what go mod tidy writes: run it and commit both"; exit 1; }
	go vet ./...
	go vet -tags campaign ./core/...
	GOOS=js GOARCH=wasm go vet ./...
	GOOS=js GOARCH=wasm go vet -tags simd ./core/kernel
	@echo "Go tests"
	@# First the two packages that take longest, so that neither runs alone at the end.
	@$(call GO_TEST,1) -short -timeout 20m ./core/warehouse ./core/lab/audit ./...

# What make test leaves out of packages that look at testing.Short().
test-go-rest: check databases counts
	@echo "Go tests at full size"
	@$(call GO_TEST,1) -timeout 20m $$(grep -rl --include='*_test.go' 'testing\.Short()' core jsbridge wasm | xargs -n1 dirname | sort -u | sed 's|^|./|')

# What draws noise, makes releases or is written for JavaScript, and the hot loops with the kernel. make campaign runs all
# of core and jsbridge.
test-wasm: check $(PACKAGES)/.all counts
	@echo "Go tests as wasm, finished as the engine is"
	@GOOS=js GOARCH=wasm $(call GO_TEST,1) -timeout 20m -exec '$(FINISHED_EXEC)' ./core/adapt ./core/noise/sampler ./core/internal/private/moment ./core/release ./jsbridge/...
	@echo "some as Go leaves them"
	@GOOS=js GOARCH=wasm $(call GO_TEST,2) -exec '$(WASM_EXEC)' ./core/kernel ./core/internal/private/moment ./core/release
	@echo "and the tests of the hot loops with SIMD"
	@GOOS=js GOARCH=wasm $(call GO_TEST,3) -tags simd -exec '$(FINISHED_EXEC)' -run 'Twins|Ahead|EachIsExp|Forms|Product|Gram|Weigh|Hyperbolic|Estimates|ScoreErrorBounds|Rough|Plain|Multiples|Cholesky|SameBytes' \
		./core/kernel ./core/solve/discrepancy ./core/internal/private/mechanism ./core/solve/projectedgradient ./core/data/dataset ./core/solve/symeigen ./core/model/...

test-node: package databases counts
	@cd wasm/kernel && $(call NODE_TEST,1) count.test.mjs ../finish/finished.test.mjs
	@cd $(NPM) && $(call NODE_TEST,2) --test-concurrency=2 $(call main,$(NPM))

test-node-rest: package databases counts
	@cd $(NPM) && $(call NODE_TEST,1) --test-concurrency=2 $(call rest,$(NPM))

# Three at a time, because they often wait for a page.
test-browser: $(PACKAGES)/.all site package browser counts
ifneq ($(BROWSERS),none)
	@cd site && $(call NODE_TEST,1) --test-concurrency=3 $(call main,site)
endif

test-browser-rest: $(PACKAGES)/.all site package browser counts
ifneq ($(BROWSERS),none)
	@cd site && $(call NODE_TEST,1) --test-concurrency=3 $(call rest,site)
	@cd site && $(call NODE_TEST,2) --test-concurrency=1 $(call alone,site)
endif

# EDGE_RELEASES=1000 EDGE_CLIENTS=50 make the load test send that many releases from that many clients at once.
test-edge: edge-build counts
	@cd $(EDGE) && $(call NODE_TEST,1) --test-concurrency=2 $(call main,$(EDGE))

test-edge-rest: edge-build browser counts
	@cd $(EDGE) && $(call NODE_TEST,1) --test-concurrency=2 $(call rest,$(EDGE))

# One line for each part. Documents first, because forged ones are made of them.
golden: site browser
	go test ./core/adapt -count=1 -run 'Golden|TheOwnersReportOfAMessyFile' -update
	GOOS=js GOARCH=wasm go test ./core/adapt -count=1 -exec '$(WASM_EXEC)' -run 'Golden|TheOwnersReportOfAMessyFile' -update
	go test ./core/release/verify -count=1 -run Forged -update
	go test ./core/terms/invitation -count=1 -run TermsAndTheirLinks -update
	cd $(NPM) && UPDATE=1 node --test test/transcripts.test.mjs
ifneq ($(BROWSERS),none)
	cd site && UPDATE=1 node --test test/snapshots.test.mjs
endif

audit: check site browser databases
	@mkdir -p $(DIST)
	cd $(NPM) && PRIVADAPT_CAMPAIGN=1 node --test test/neighbours.test.mjs test/ledger-crash.test.mjs test/cli-releases.test.mjs
ifneq ($(BROWSERS),none)
	cd site && PRIVADAPT_CAMPAIGN=1 node --test test/neighbours.test.mjs test/budget-races.test.mjs
endif
	@# Run as a program instead of by go test, so that its summary is the last line.
	@go test -c -o $(DIST)/audit.test ./core/lab/audit
	@cd core/lab/audit && $(CURDIR)/$(DIST)/audit.test -test.run TestAudit -test.v -test.timeout 180m -audit.full -audit.json $(CURDIR)/$(DIST)/audit.json

mutants: check
	@mkdir -p $(DIST)
	@go build -modfile=.ci/gremlins/go.mod -o $(DIST)/gremlins github.com/go-gremlins/gremlins/cmd/gremlins
	@.ci/gremlins/run $(CURDIR)/$(DIST)/gremlins $(CURDIR)/$(DIST)/mutants

# Each way to run Spark: see sparkModes in core/warehouse.
SPARK_MODES ?= local local-ansi cluster cluster-ansi
campaign: site package browser databases engines
	GOOS=js GOARCH=wasm go test -timeout 60m -exec '$(FINISHED_EXEC)' ./core/... ./jsbridge/...
	cd $(NPM) && PRIVADAPT_CAMPAIGN=1 node --test test/parquet-fuzz.test.mjs test/xlsx-fuzz.test.mjs
	go test -tags campaign -run Campaign -count=1 -v -timeout 120m ./core/...
	@for mode in $(SPARK_MODES); do PRIVADAPT_SPARK=$$mode go test -short -count=1 -v -timeout 60m ./core/warehouse || exit 1; done

FUZZ_COUNT ?= 1000000
fuzz: check
	@mkdir -p $(DIST) && .ci/fuzz $(FUZZ_COUNT) $(DIST)

bench: build $(PACKAGES)/.all
	@node $(NPM)/bench/bench.mjs

clean:
	rm -rf $(DIST) site/dist
