#!/usr/bin/env bash
# What action.yml does once acap can run: findings as annotations, the author's cases, and the consequences of the change
# in the job's summary. Stands in a checkout; POLICIES, BASE (a commit, or empty), FAIL_ON_OPEN and ACAP come from there.
set -uo pipefail

# acap lets no link in the folder lead out of it; that the folder itself is no link out of the checkout is seen here.
inside() {
  local root real
  root=$(cd "$1" && pwd -P) && real=$(cd "$1/$POLICIES" && pwd -P) || return 1
  case "$real/" in "$root"/*) return 0 ;; esac
  echo "::error::the policies folder is a link that leaves the checkout"
  return 1
}

inside . || exit 1
failed=0
report="$RUNNER_TEMP/acap-report.md"
: >"$report"
node "$ACAP" check --format github "$POLICIES" || failed=1
# What cases print may hold anything: none of it is a command to the runner.
token="acap-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
echo "::stop-commands::$token"
node "$ACAP" test "$POLICIES" || failed=1
echo "::$token::"

if [ -n "${BASE:-}" ]; then
  before="$RUNNER_TEMP/acap-before"
  # A checkout of depth 1 does not have the commit that the change starts from.
  git cat-file -e "$BASE^{commit}" 2>/dev/null || git fetch --quiet --depth=1 origin "$BASE" || exit 1
  git worktree add --quiet --detach "$before" "$BASE" || exit 1
  if [ -d "$before/$POLICIES" ]; then
    inside "$before" || exit 1
    node "$ACAP" diff --markdown "$before/$POLICIES" "$POLICIES" >"$report"
    opens=$?
    cat "$report" >>"$GITHUB_STEP_SUMMARY"
    # 1: something opens or loosens. Beyond that, acap could not tell.
    [ "$opens" -gt 1 ] && failed=1
    [ "$opens" = 1 ] && [ "$FAIL_ON_OPEN" = true ] && failed=1
  fi
  git worktree remove --force "$before"
fi

exit "$failed"
