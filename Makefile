# The front door of bristle. `make help` says what there is.
export MAKEFLAGS += --no-print-directory
jobs := $(shell nproc 2>/dev/null || echo 2)

build: build/CMakeCache.txt ## the tool build/bristle and the library build/libbristle.a (release)
	@cmake --build build --parallel $(jobs) --target bristle-tool

build/CMakeCache.txt:
	@cmake --preset release

quick: ## while you work: the build with sanitizers, and its tests
	@cmake --preset dev
	@cmake --build build/dev --parallel $(jobs)
	@cd build/dev && ctest --output-on-failure --parallel $(jobs)

clean: ## removes build/
	rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: build quick clean help
