#!/usr/bin/env bash
# Tells in CI what a pull request means for tool servers: bash diff.sh <file>. The file gets Markdown. Never fails the job: what
# can't be compared is said in the file and in the log. Inputs never become code.
set -euo pipefail
project="${MCP_CONFIG_PROJECT:-.}"
base="${MCP_CONFIG_BASE:-}"
if [ -z "$base" ]; then
  # For a pull request, GitHub checks out a merge. Its first parent is the branch that the pull request goes to.
  head="$(git -C "$project" rev-parse HEAD 2> /dev/null || true)"
  if [ "$head" = "${GITHUB_SHA:-}" ]; then base='HEAD^1'; else base="origin/${GITHUB_BASE_REF:-}"; fi
fi
words=(diff --format markdown --project "$project")
if [ -n "${MCP_CONFIG_POLICY:-}" ]; then words+=(--policy "$MCP_CONFIG_POLICY"); fi
report="$(mktemp)"
messages="$(mktemp)"
trap 'rm -f "$report" "$messages"' EXIT
# Messages go through a pipe to the log, not through a file: in a log, the program escapes commands to the runner.
node "$(dirname "${BASH_SOURCE[0]}")/dist/cli.js" "${words[@]}" -- "$base" 2>&1 > "$report" | tee "$messages" >&2 || true
# GitHub refuses a summary of more than 1 MiB.
if [ "$(wc -c < "$report")" -gt 1000000 ]; then
  printf '## Tool servers\n\nToo many changes for this page. Run mcp-config diff in the checkout.\n' > "$report"
fi
if [ ! -s "$report" ]; then printf '## Tool servers\n' > "$report"; fi
if [ -s "$messages" ]; then { echo; head -c 10000 "$messages" | sed 's/^/    /'; } >> "$report"; fi
cat "$report" >> "$1"
