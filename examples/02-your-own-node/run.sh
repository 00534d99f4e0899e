#!/usr/bin/env bash
# Stores the workflow beside this file, runs it with a node type of our own in it, and prints what came of it.
set -euo pipefail
api="${MILLRACE_URL:-http://127.0.0.1:7410}/api/v1"
key="X-API-Key: $(cat "${MILLRACE_TOKEN_FILE:-data/admin-token}")"
here="$(cd "$(dirname "$0")" && pwd)"

# The value of a text field in a JSON answer.
field() { sed -E "s/.*\"$1\":\"([^\"]*)\".*/\1/"; }

workflow="$(curl -fsS -H "$key" --json "@$here/workflow.json" "$api/workflows" | field machineName)"
echo "stored as: $workflow"

inputs='{"inputs":{"text_input.1":{"text":"'"${1:-Grace Hopper}"'"}}}'
execution="$(curl -fsS -H "$key" --json "$inputs" "$api/workflows/$workflow/execute" | field execution_id)"
echo "execution: $execution"

# The stream ends when the execution does.
curl -fsS -H "$key" "$api/pipelines/$execution/events" > /dev/null
echo "status:    $(curl -fsS -H "$key" "$api/pipelines/$execution/status" | field status)"
echo "initials:  $(curl -fsS -H "$key" "$api/pipelines/$execution/values/output.1/value")"
