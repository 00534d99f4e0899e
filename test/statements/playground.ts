/** What executes the statements of docs/how-to/playground.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'A session is a conversation': [
    'turns: is passed to the workflow in every turn',
    'messages: replies at once with the pending message; the session is running',
  ],
  'With the service running': ['sessions: the session in %s gets the answers that it shows'],
  'create | POST': [
    'sessions: returns an idle session without executions',
    'sessions: needs no body; generated names are unique',
  ],
  'list, newest first': ['sessions: are newest first, of one workflow, in pages with headers'],
  'read, delete': ['sessions: deletes its messages and executions, cancels running ones and does not touch others'],
  'The button "Playground"': [
    'playground-panel: runs what is on the canvas, saved or not',
    'playground-panel: repeats an answer, edits a message and shows what was replaced',
    'playground-panel: renames a session',
  ],
  'rename | PATCH': ['again: a session is renamed; a blank name is refused'],
  'Replace a message with': [
    'again: is answered without the replaced message and those after it, also in later turns',
    'again: repeats content and inputs where it has none of its own',
    'again: does not repeat the inputs of another person',
    'again: must name a message of a person in the current conversation',
  ],
  'Try what is not': [
    'again: runs the document instead of the stored workflow',
    'again: is refused if the document cannot run, and changes nothing',
  ],
  'send a message': [
    'messages: replies at once with the pending message; the session is running',
    'public-client: sends a turn with inputs only and receives its pipeline id',
  ],
  'read messages': ['messages: can be read whole or by status only', 'message-query: converts a query to one page'],
  'subscribe | GET': ['watch: sends messages and statuses to every listener'],
  'list its questions': ['questions: is a pending assistant message; the session awaits input'],
  'stop, reset |': [
    'turns: cancels running executions; the session is idle when it replies',
    'turns: is part of a reset',
  ],
  'list its executions': ['runs: are listed oldest first with their results'],
  '… is /playground/sessions': [
    'answer-forms: answers the same at %s',
    'sessions: a viewer can change nothing; an operator can do everything',
  ],
  'Delete cancels the': [
    'sessions: deletes its messages and executions, cancels running ones and does not touch others',
    'sessions: happens with the deletion of its workflow',
    'questions: deleting the session deletes its questions',
    'runs: have the status unknown after they were pruned',
    'session-contract: removes all data of a session, and no data of others',
  ],
  'A message is': [
    'messages: is a conflict while an earlier one is incomplete and changes nothing',
    'messages: sent concurrently starts one turn',
    'messages: is rejected for an invalid workflow and changes nothing',
    'people-crash: killed between a message and the start of its execution: every message that was accepted is answered',
  ],
  'Every chat_input': [
    'messages: passes inputs to nodes; with inputs the content may be empty or missing',
    'turns: is passed to the workflow in every turn',
  ],
  'Workflows that a': [
    'called-workflows: sends its questions and messages to the conversation',
    'turns: messages of a called workflow appear in the same conversation',
  ],
  'metadata.executionMode': ['turns: a message runs at once, or is queued if the session is set to'],
  'table Turns': [
    'turns: a message runs at once, or is queued if the session is set to',
    'turns: a turn reports whether it runs or is queued',
  ],
  'In both modes': ['turns: and the queue is full, a message is rejected and changes nothing'],
  'Stop cancels the turn': [
    'again: a stop keeps the text that was streamed',
    'turns: cancels running executions; the session is idle when it replies',
    'turns: succeeds without a running turn and changes nothing',
    'questions: %s closes open questions; the session is idle',
  ],
  'A turn survives a crash': [
    'people-crash: people answer and talk through kills from seed …: every promise holds, every question has one answer',
  ],
  'The messages of': [
    'session-contract: numbers concurrent steps without gaps and duplicates',
    'session-contract: gives each message that a step adds or changes its own change number',
  ],
  'user |': ['messages: replies at once with the pending message; the session is running'],
  'assistant |': [
    'public-client: loads the latest page, sends, and polls until idle',
    'questions: is a pending assistant message; the session awaits input',
    'turns: a workflow without a chat output answers with its outputs',
  ],
  'system |': ['turns: ends with a system message with the error, and the session accepts the next message'],
  'log |': [
    'turns: the first 2,000 log lines of a turn become messages; the pipeline has all of them',
    'turns: log lines of nodes become log messages with level and node',
    'docs-numbers: $page states $sentence',
  ],
  'The setting role': [
    'turns: a chat output can use another role and add metadata',
    'questions: is a pending assistant message; the session awaits input',
  ],
  'A message of': [
    'messages: limits its content by code points',
    'races: rejects or truncates fields that every list contains',
    'shown-values: truncates a long value',
    'docs-numbers: $page states $sentence',
  ],
  'Messages of a': [
    'message-query: rejects the contradictory query %j',
    'message-contract: returns the newest messages',
  ],
  'table Messages': [
    'message-query: converts a query to one page',
    'public-client: the oldest client polls by the time of its last message and misses nothing',
    'public-client: pages back from the newest to the first',
  ],
  'since=12': [
    'message-contract: returns the messages above a number',
    'message-contract: returns the messages after a time',
  ],
  'A page has at most': [
    'docs-numbers: $page states $sentence',
    'message-contract: returns fewer messages in a page if they are long, and at least one',
    'public-client: receives all messages of a turn before its end',
  ],
  'history of a chat_input': [
    'turns: is limited to the newest 100 messages and 200,000 characters',
    'turns: is passed to the workflow in every turn',
    'message-contract: returns completed messages of users and assistant before a message and after the last reset',
    'questions: %s is stored with the question, and the turn continues',
    'docs-numbers: $page states $sentence',
  ],
  'A conversation_memory stores': ['nodes: $id: $title'],
  'table History and memory': [
    'session-contract: removes the sessions and memories of a deleted workflow',
    'interrupt-contract: removes questions and memories with their execution in every way of removal',
  ],
  'Only the newest maxMessages': ['nodes: $id: $title', 'memory-contract: adds messages only once under the same key'],
  'Reset stops the turn': ['turns: is kept but no longer passed after a reset', 'turns: is part of a reset'],
  'message |': ['watch: sends messages and statuses to every listener'],
  'status |': ['watch: sends messages and statuses to every listener'],
  'delta |': ['watch: is sent piece by piece, to late listeners as well'],
  'Order.': ['session-updates: sends a long history page by page, each message once'],
  'Resuming.': [
    'watch: continues after a disconnect without loss or duplicates while messages are created',
    'watch: sends the status again to a client that was cut off between a message and an older status',
  ],
  'Deltas are parts': [
    'watch: is sent piece by piece, to late listeners as well',
    'node-runner: streams pieces of its text without secrets, and nothing after its abort',
  ],
  'The stream ends when': [
    'watch: ends when the session is deleted',
    'watch: ends when the session is deleted with its workflow; other streams continue',
    'watch: accepts a ticket once and rejects a caller without one',
    'update-log: cuts off a watcher that is too many updates behind, without an end',
    'docs-numbers: $page states $sentence',
  ],
  'table States of a session': ['docs-playground: draws the moves that sessions make, and none that are never made'],
  'A session is never completed': ['docs-playground: draws the moves that sessions make, and none that are never made'],
  'table States of a turn': ['docs-playground: draws the moves of turns'],
  'table States of a message': ['docs-playground: draws the moves of messages'],
  'A closed question': [
    'questions: %s is stored with the question, and the turn continues',
    'questions: dismissing a question closes it without an answer and fails its node',
  ],
  'table States of an interrupt': ['docs-playground: draws the moves of questions'],
  'People has more': prose,
} satisfies Statements
