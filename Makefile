# make run        builds everything, makes a release of sample data from Node, sets the paper's algorithm beside the default,
#                 then serves the site and prints its address
# make package    the npm packages, in jsbridge/npm/dist
# make test       before every commit: Go natively, Node, the main ways through the pages in Chromium, a campaign on the edge; 7 minutes
# make test-all   before every merge, and what CI runs: make test, and then the rest; 25 to 50 minutes. What make test would miss is below
# make golden     writes what golden files hold anew, natively and as WebAssembly: releases for a fixed draw, an owner's report,
#                 transcripts of commands, what pages show, verdicts on forged documents, links. Look at what has changed before it is
#                 committed
# make audit      attacks the privacy claims with up to 2 million runs a side, plants faults that must be caught, replays runs on
#                 neighbouring files, kills programs and a browser while they spend, and lets tabs race for the last of a budget; about
#                 an hour on two cores
# make campaign   long versions of tests: samplers, a million neighbours for each sensitivity, rounding, broken rows, Parquet and .xlsx files;
#                 the Go tests of core and jsbridge as wasm; and queries in Spark; many hours
# make fuzz       a million executions of every fuzz target (FUZZ_COUNT=…), one line each; about 15 minutes on two free cores
# make bench      times the engine beside NumPy, C, JavaScript, file readers and databases: tables, bench.json, warehouse.json and
#                 exports.json; 10 minutes where Spark is not installed
# make measure    times first paint and a whole run of the owner's page in Chromium and counts its transfer, beside the aims
# make evaluate   measures what releases are worth on the real tasks of ../shared/data and on made-up ones, beside the choice of the
#                 public sample alone: the tables of core/EVALUATION.md, and evaluate.json; up to 30 minutes on two cores
# make figure1    recomputes the paper's figures: a table, figure1.json and two SVG files in jsbridge/npm/dist
# make edge       runs campaigns on this machine as on Cloudflare: site, samples and received releases on workerd, kept in
#                 wasm/edge/state
# All need Go >= 1.26 and Node >= 20. Each target sets up the rest by itself.
.PHONY: lint lint-tools format run build site package databases engines check browser counts test test-go test-node test-browser test-edge test-all \
	test-go-rest test-wasm test-node-rest test-browser-rest test-edge-rest \
	golden measure figure1 evaluate edge edge-build audit campaign fuzz bench clean

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

# The databases in which queries are run: DuckDB from npm; PostgreSQL from the system's packages, if this user may install them.
databases: check $(PACKAGES)/.all
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >/dev/null; } || \
		echo "PostgreSQL is missing (Debian: apt-get install postgresql). Its queries will NOT be tested."

# Spark, in which make campaign runs queries, from Python's packages, in a folder outside git. It needs Java to run.
ENGINES := $(CURDIR)/$(DIST)/engines
engines: check
	@mkdir -p $(ENGINES)
	@[ -d $(ENGINES)/python ] || { python3 -m venv $(ENGINES)/python && \
		$(ENGINES)/python/bin/pip install --quiet pyspark==4.3.0; } || \
		{ rm -rf $(ENGINES)/python; echo "Spark is missing, which needs python3 with pip. Its queries will NOT be tested."; }

# Installs browsers from the system's packages if they are missing and this user may do so. Without Chromium the browser tests fail;
# without Firefox or WebKit the tests of that engine are skipped, with a message.
browser:
ifneq ($(BROWSERS),none)
	@has() { for name; do [ -n "$$name" ] && command -v "$$name" >/dev/null && return; done; false; }; \
	wanted=""; \
	has "$$CHROMIUM" chromium chromium-browser google-chrome google-chrome-stable || wanted="chromium"; \
	has "$$FIREFOX" firefox-esr firefox || wanted="$$wanted firefox-esr"; \
	has "$$WEBKIT_DRIVER" WebKitWebDriver || wanted="$$wanted webkit2gtk-driver"; \
	has "$$XVFB" Xvfb || wanted="$$wanted xvfb"; \
	[ -n "$$wanted" ] || exit 0; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "Installing for the browser tests: $$wanted"; \
		apt-get update -qq; \
		for package in $$wanted; do DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$package >/dev/null || \
			[ $$package != chromium ] || exit 1; done; \
	elif [ "$${wanted#chromium}" != "$$wanted" ]; then \
		echo "The browser tests need Chromium: install it (Debian and Ubuntu: apt-get install chromium; elsewhere Google Chrome), set CHROMIUM to its path, or leave them out by BROWSERS=none."; \
		exit 1; \
	else \
		echo "Missing for the browser tests (Debian: apt-get install):$$wanted. What needs them will NOT be tested."; \
	fi
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

# What each tier would miss:
#   make test       a database and blends on most of the real tasks, figures of the experiments, Go as wasm and SIMD,
#                   Firefox and WebKit, other widths, colours and readers of screens, the ways out of the vault, hostile pages around the
#                   element, its codes and its form, faults of storage and threads, races of tabs, working offline, the paper's page, programs
#                   with frameworks and other runtimes, kills while a ledger is written, exported models in other programs, the page in German,
#                   pages without what the element or the vault needs, private files with faults that are repaired, several public samples,
#                   other kinds of result in frames, the edge under load and from the command line
#   make test-all   planted faults, rare draws, rare inputs, and what takes hours: make audit, campaign, fuzz
# A Go test that skips where testing.Short() is in the second tier, and so is a test file that is named here. A new one is in the first.
NPM_REST := base-real ledger-crash large neighbours onnx package parquet-fuzz portable-examples real-data runtimes sql-scores xlsx-fuzz
SITE_REST := analyst-engines analyst-looks axe bad-source budget-faults budget-races cancel combination-labels crash embed-element embed-engines \
	embed-hostile engines examples exfiltration forecast formats german help kinds kit kit-exfiltration kit-rich looks model-file neighbours offline owner-flow \
	paper pool prepare privacy remembered repaired reproducible responsive settings several side-channels steps subpath surroundings \
	unstarted
EDGE_REST := browser cli load operator-page

# $(call rest,site,SITE_REST) are the test files of a folder that are named, $(call main,…) all others.
rest = $(foreach name,$($(2)),$(if $(wildcard $(1)/test/$(name).test.mjs),,$(error $(2) names $(1)/test/$(name).test.mjs, which there is not))test/$(name).test.mjs)
main = $(filter-out $(call rest,$(1),$(2)),$(patsubst $(1)/%,%,$(wildcard $(1)/test/*.test.mjs)))

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
	@cd wasm/kernel && $(call NODE_TEST,1) count.test.mjs ../finish/finished.test.mjs ../finish/code.test.mjs
	@cd $(NPM) && $(call NODE_TEST,2) --test-concurrency=2 $(call main,$(NPM),NPM_REST)

test-node-rest: package databases counts
	@cd $(NPM) && $(call NODE_TEST,1) --test-concurrency=2 $(call rest,$(NPM),NPM_REST)

# Three at a time, because they often wait for a page. PICTURES=1 has them save pictures of the pages in site/test/output.
test-browser: $(PACKAGES)/.all site package browser counts
ifneq ($(BROWSERS),none)
	@cd site && $(call NODE_TEST,1) --test-concurrency=3 $(call main,site,SITE_REST)
endif

test-browser-rest: $(PACKAGES)/.all site package browser counts
ifneq ($(BROWSERS),none)
	@cd site && $(call NODE_TEST,1) --test-concurrency=3 $(filter-out %exfiltration.test.mjs,$(call rest,site,SITE_REST))
	@# Alone, because they drive three engines by themselves.
	@cd site && $(call NODE_TEST,2) --test-concurrency=1 test/exfiltration.test.mjs test/kit-exfiltration.test.mjs
endif

# EDGE_RELEASES=1000 EDGE_CLIENTS=50 make the load test send that many releases from that many clients at once.
test-edge: edge-build counts
	@cd $(EDGE) && $(call NODE_TEST,1) --test-concurrency=2 $(call main,$(EDGE),EDGE_REST)

test-edge-rest: edge-build browser counts
	@cd $(EDGE) && $(call NODE_TEST,1) --test-concurrency=2 $(call rest,$(EDGE),EDGE_REST)

# One line for each part. Documents first, because forged ones are made of them.
golden: site browser
	go test ./core/adapt -count=1 -run 'Golden|TheOwnersReportOfAMessyFile' -update
	GOOS=js GOARCH=wasm go test ./core/adapt -count=1 -exec '$(WASM_EXEC)' -run 'Golden|TheOwnersReportOfAMessyFile' -update
	go test ./core/release/verify -count=1 -run 'Forged|WhereDocumentsStop' -update
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

# Each way to run Spark: see sparkModes in core/warehouse.
SPARK_MODES ?= local local-ansi cluster cluster-ansi
campaign: site package browser databases engines
	GOOS=js GOARCH=wasm go test -timeout 60m -exec '$(FINISHED_EXEC)' ./core/... ./jsbridge/...
	cd $(NPM) && PRIVADAPT_CAMPAIGN=1 node --test test/parquet-fuzz.test.mjs test/xlsx-fuzz.test.mjs
	go test -tags campaign -run Campaign -count=1 -v -timeout 120m ./core/...
	@for mode in $(SPARK_MODES); do PRIVADAPT_SPARK=$$mode go test -short -count=1 -v -timeout 60m ./core/warehouse || exit 1; done

# Go fuzzes one target of one package at a time. An input that fails is kept in testdata/fuzz beside the test, and go test fails
# on it too until the fault is mended.
FUZZ_COUNT ?= 1000000
fuzz: check
	@mkdir -p $(DIST); failed=0; \
	for file in $$(grep -rl '^func Fuzz' --include='*_test.go' core jsbridge); do \
		for name in $$(sed -n 's/^func \(Fuzz[A-Za-z]*\)(.*/\1/p' $$file); do \
			start=$$(date +%s); log=$(DIST)/fuzz-$$(basename $$(dirname $$file))-$$name.log; \
			if GOFLAGS= go test ./$$(dirname $$file) -run '^$$' -fuzz "^$$name$$" -fuzztime=$(FUZZ_COUNT)x -fuzzminimizetime=10x >$$log 2>&1; \
			then echo "ok    $$(dirname $$file) $$name: $(FUZZ_COUNT) executions, $$(($$(date +%s) - start)) s"; \
			else failed=1; echo "FAIL  $$(dirname $$file) $$name: see $$log"; fi; \
		done; \
	done; exit $$failed

bench: check site browser databases
	$(WASM) -tags simd -o $(DIST)/go/bench.wasm ./wasm/bench
	@cp $(DIST)/go/bench.wasm $(DIST)/bench-portable.wasm
	@node wasm/finish/finish.mjs $(DIST) $(DIST)/go/bench.wasm
	go build -o $(DIST)/bench ./wasm/bench
	@cd $(NPM)/bench && npm ci --silent && node bench.mjs $(CURDIR)/$(DIST)/bench.json && node warehouse.mjs $(CURDIR)/$(DIST)/warehouse.json && node exports.mjs $(CURDIR)/$(DIST)/exports.json

clean:
	rm -rf $(DIST) site/dist
