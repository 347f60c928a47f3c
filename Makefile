# metsched: `make run` and `make test` set up a bare Debian machine with Swift and do the rest;
# `make help` lists what else there is.

PREFIX ?= /usr/local
SWIFT ?= swift
# How long `make torture` looks for a mistake, and how often `make kill-test` kills.
MINUTES ?= 5
KILLS ?= 500

# One static file that starts in milliseconds and needs no Swift where it runs.
RELEASE = -c release --static-swift-stdlib
# What CI insists on; people with a newer compiler are not stopped by its new warnings.
STRICT = -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error
SOURCES = Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources

# Tests of the network ask from their own process, with limits of time, so they do not share it with
# tests that keep it busy.
NETWORK = MetschedSourcesTests
define TEST
$(SWIFT) test --skip-build --parallel --skip "$(NETWORK)" $(1)
	$(SWIFT) test --skip-build --parallel --filter "$(NETWORK)" $(1)
endef

.PHONY: run build test check lint format golden torture soak kill-test bench bench-smoke \
	install setup clean help

run: build ## build, and run the main example
	@.build/release/metsched run examples/interval.yaml

build: setup ## build the release binary
	@$(SWIFT) build $(RELEASE) --product metsched

test: setup ## run every test
	$(SWIFT) build --build-tests
	$(call TEST)

check: setup lint ## what CI runs: lint, warnings as errors, import check, tests
	$(SWIFT) build --build-tests $(STRICT)
	$(call TEST,$(STRICT))

lint: ## check the format of every source, and the rules of the house that no compiler checks
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	scripts/check-sources

format: ## put every source in the project's format
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

golden: setup ## write the expected outputs anew; read the diff before committing it
	METSCHED_WRITE_FIXTURES=1 $(SWIFT) test \
		--filter 'MetschedCommandsTests|MetschedConfigurationTests'

torture: setup ## random scripts and files against the reference machine, for about MINUTES
	METSCHED_TORTURE_CASES=$$(( $(MINUTES) * 20000 )) \
	METSCHED_FILE_CASES=$$(( $(MINUTES) * 2000 )) METSCHED_SEED=$${METSCHED_SEED:-100000} \
		$(SWIFT) test --filter TortureTests

# A simulated minute is a sixtieth of a second, so that a day takes 24 seconds.
soak: build ## a day of a thousand widgets whose file is edited every minute, at speed 3600
	METSCHED_BINARY=$(CURDIR)/.build/release/metsched \
	METSCHED_SOAK_MINUTES=$${METSCHED_SOAK_MINUTES:-1440} \
	METSCHED_SOAK_SPEED=$${METSCHED_SOAK_SPEED:-3600} \
		$(SWIFT) test --filter SoakTests

kill-test: setup ## kill a live run KILLS times; its records must be those of an undisturbed run
	METSCHED_KILLS=$(KILLS) $(SWIFT) test --filter KillTests

bench: build ## measure speed and memory, each figure beside its limit (minutes)
	@Benchmarks/run full

bench-smoke: build ## prove that every measurement runs (seconds)
	@Benchmarks/run smoke

install: build ## install to PREFIX (/usr/local unless given)
	install -D -m 755 .build/release/metsched $(DESTDIR)$(PREFIX)/bin/metsched

setup: ## install what the build and the tests need and the machine lacks
	@scripts/setup

clean: ## remove what was built
	$(SWIFT) package clean
	rm -rf Benchmarks/.build

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile
