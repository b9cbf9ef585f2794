#!/usr/bin/env bash
# Checks tool servers in CI: bash check.sh <format>. MCP_CONFIG_PATHS has one path on each line; inputs never become code.
set -euo pipefail
words=(check --format "$1" --project "${MCP_CONFIG_PROJECT:-.}")
if [ -n "${MCP_CONFIG_SEVERITY:-}" ]; then words+=(--severity "$MCP_CONFIG_SEVERITY"); fi
if [ -n "${MCP_CONFIG_SETTINGS:-}" ]; then words+=(--config "$MCP_CONFIG_SETTINGS"); fi
if [ -n "${MCP_CONFIG_POLICY:-}" ]; then words+=(--policy "$MCP_CONFIG_POLICY"); fi
words+=(--)
while IFS= read -r path; do
  if [ -n "$path" ]; then words+=("$path"); fi
done <<< "${MCP_CONFIG_PATHS:-}"
exec node "$(dirname "${BASH_SOURCE[0]}")/dist/cli.js" "${words[@]}"
