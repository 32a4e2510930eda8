# A fresh machine needs one command: `make run` opens the course, `make test` runs every test. Both first install what is
# missing and say so. Everything here is a short name for a cargo command that works by itself, too.

.PHONY: help run test bench check mutants dependencies ci ready

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 18

run: ready ## Open the course (install OpenBLAS first if it is missing)
	@cargo run

test: ready ## Run every test (install OpenBLAS first if it is missing)
	GLASSFORMER_REQUIRE_BACKEND=openblas cargo test

bench: ready ## Measure: matrix products, a lesson, the first frame, a keystroke
	cargo bench

check: ready ## Check every lesson
	@cargo run --quiet -- check

mutants: ready ## Break the program on purpose and see that the tests notice
	tests/mutants.sh

dependencies: ## Licences, known holes and unused crates (needs cargo-deny and cargo-machete)
	cargo deny check
	cargo machete

ci: ## Everything that must be green before a change lands
	.ci/run

ready:
	@.ci/install
