#!/usr/bin/env bash
# Stores the workflows beside this file, runs the agent until it asks, answers, and prints what it did.
set -euo pipefail
api="${MILLRACE_URL:-http://127.0.0.1:7410}/api/v1"
key="X-API-Key: $(cat "${MILLRACE_TOKEN_FILE:-data/admin-token}")"
here="$(cd "$(dirname "$0")" && pwd)"

# The value of a text field in a JSON answer.
field() { sed -E "s/.*\"$1\":\"([^\"]*)\".*/\1/"; }

# The agent finds the workflow that is its tool by this name, so it is stored once.
curl -fs -H "$key" "$api/workflows/place_order" > /dev/null ||
  curl -fsS -H "$key" --json "@$here/place-order.json" "$api/workflows" > /dev/null
workflow="$(curl -fsS -H "$key" --json "@$here/workflow.json" "$api/workflows" | field machineName)"
echo "stored as: $workflow"

execution="$(curl -fsS -H "$key" --json '{}' "$api/workflows/$workflow/execute" | field execution_id)"
echo "execution: $execution"

# The first thing in `data` is the question, once there is one.
until question="$(curl -fsS -H "$key" "$api/pipelines/$execution/interrupts?status=pending" | grep '"type"')"; do
  sleep 0.2
done
id="$(sed -E 's/.*"data":\[\{"id":"([^"]*)".*/\1/' <<< "$question")"
echo "asks:      $(sed -E 's/.*"message":"(Allow [^?]*\?)".*/\1/; s/\\"/"/g' <<< "$question")"

answer="${1:-}"
if [ -z "$answer" ]; then read -r -p "yes or no? " answer; fi
value=false
if [ "$answer" = yes ]; then value=true; fi
curl -fsS -H "$key" --json "{\"value\":$value}" "$api/interrupts/$id" > /dev/null
echo "answered:  $value"

# The stream ends when the execution does.
curl -fsS -H "$key" "$api/pipelines/$execution/events" > /dev/null
pipeline="$(curl -fsS -H "$key" "$api/pipelines/$execution")"
echo "status:    $(curl -fsS -H "$key" "$api/pipelines/$execution/status" | field status)"
curl -fsS -H "$key" "$api/executions/$execution/logs" | grep -oE '"message":"(Calling|[A-Za-z_]+ (returned|failed))([^"\\]|\\.)*' |
  sed -E 's/"message":"/log:       /; s/\\"/"/g'
echo "answer:    $(sed -E 's/.*"outputs":\{"answer":"(.*)"\},"usage".*/\1/; s/\\"/"/g' <<< "$pipeline")"
echo "tokens:    $(sed -E 's/.*"totalTokens":([0-9]+)\}\}$/\1/' <<< "$pipeline")"
