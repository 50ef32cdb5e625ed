# The front door of bristle. `make help` says what there is.
export MAKEFLAGS += --no-print-directory
jobs := $(shell nproc 2>/dev/null || echo 2)

build: build/CMakeCache.txt ## the tool build/bristle and the libraries build/libbristle.a, libbristle.so and libbristle-call.so
	@cmake --build build --parallel $(jobs) --target bristle-installed

build/CMakeCache.txt:
	@cmake --preset release

demo: ## installs what is missing, builds, runs the main job on built-in data
	@scripts/deps demo
	@$(MAKE) build
	@scripts/demo

test: ## installs the small oracles, builds, runs all tests of up to half a minute
	@scripts/test

test-all: ## the long tests too, and then with sanitizers: all but those of soak
	@scripts/test all

quick: ## while you work: the build with sanitizers, and its tests
	@cmake --preset dev
	@cmake --build build/dev --parallel $(jobs) --target all soaked
	@cd build/dev && ctest --output-on-failure --parallel $(jobs)

soak: ## the tests with 10^7 random points each, as clang compiles them, and all with sanitizers: hours
	@$(MAKE) quick
	@cmake --preset clang && cmake --build build/clang --parallel $(jobs)
	@cd build/clang && ctest --output-on-failure --parallel $(jobs) --label-regex program --timeout 86400
	@cmake --preset release
	@cmake --build build --parallel $(jobs)
	@cd build && BR_COUNT=10000000 BR_FUZZ_RUNS=-1 BR_FUZZ_SECONDS=1800 BR_SEED=$${BR_SEED:-$$(date +%s)} \
		ctest --output-on-failure --parallel $(jobs) --timeout 86400

bench: build/CMakeCache.txt ## a table of ratios against named baselines, and build/bench.json
	@cmake --build build --parallel $(jobs) --target benches
	@scripts/bench

lint: ## clang-format, clang-tidy, cppcheck and the rules of the rooms
	@scripts/lint

format: ## clang-format on every source
	@find src include tests bench -name '*.[ch]' ! -path 'src/law/printed/*' | xargs clang-format -i

abi: ## do programs compiled with the headers of the last release run with these libraries? (libabigail)
	@scripts/abi

abi-baseline: ## writes cmake/public.abi, which `make abi` compares with: for a release
	@scripts/abi --write

laws: build ## prints the built-in laws as C again (src/law/printed)
	@scripts/print-laws

pages: ## writes docs/c, a page for each public header
	@scripts/header-page

playground: ## the whole tool as a page for browsers: build/playground (some minutes, once)
	@scripts/playground

site: build ## the documentation site, from docs/ and what the tool says of itself: build/site
	@scripts/site

wasm: ## laws, runs and observers for browsers and node: build/wasm
	@scripts/wasm

deps-all: ## installs every tool the project can use
	@scripts/deps all

install: build ## installs below PREFIX (/usr/local); DESTDIR is honoured
	@cmake --install build $(if $(PREFIX),--prefix $(PREFIX))

clean: ## removes build/
	rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: build demo test test-all quick soak bench lint format abi abi-baseline laws pages playground wasm deps-all install clean help
