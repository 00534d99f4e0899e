#!/usr/bin/env bash
# Stores the workflow beside this file, talks to it in a playground session, and prints the conversation.
set -euo pipefail
api="${MILLRACE_URL:-http://127.0.0.1:7410}/api/v1"
key="X-API-Key: $(cat "${MILLRACE_TOKEN_FILE:-data/admin-token}")"
here="$(cd "$(dirname "$0")" && pwd)"

# The value of a text field in a JSON answer.
field() { sed -E "s/.*\"$1\":\"([^\"]*)\".*/\1/"; }

# Sends a message, waits until the turn is over, and prints the answer: the last message but the notice of the end.
say() {
  echo "you:       $1"
  curl -fsS -H "$key" --json "{\"content\":\"$1\"}" "$session/messages" > /dev/null
  until [ "$(curl -fsS -H "$key" "$session/messages?latest=true&limit=1" | field sessionStatus)" = idle ]; do
    sleep 0.1
  done
  echo "workflow:  $(curl -fsS -H "$key" "$session/messages?latest=true&limit=2" |
    sed -E 's/.*"role":"assistant","content":"([^"]*)".*/\1/')"
}

workflow="$(curl -fsS -H "$key" --json "@$here/workflow.json" "$api/workflows" | field machineName)"
echo "stored as: $workflow"

made="$(curl -fsS -H "$key" --json '{"name":"Shopping"}' "$api/workflows/$workflow/playground/sessions")"
session="$api/playground/sessions/$(sed -E 's/.*"data":\{"id":"([^"]*)".*/\1/' <<< "$made")"

say "${1:-milk}"
say bread
say eggs

curl -fsS -H "$key" -X POST "$session/reset" > /dev/null
echo "(reset)"
say tea
