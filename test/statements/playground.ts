/** What executes the statements of docs/how-to/playground.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'A session is a conversation': [
    'turns: is told to the workflow, turn after turn',
    'messages: answers at once with the pending message; the session runs',
  ],
  'With the service running': ['sessions: the session in %s gets the answers that it shows'],
  'create | POST': [
    'sessions: answers with an idle session that has run nothing',
    'sessions: needs no body; names are made up and differ',
  ],
  'list, newest first': ['sessions: are newest first, of one workflow, in pages with their headers'],
  'read, delete': ['sessions: takes its messages and executions along, ends what runs, and leaves others alone'],
  'send a message': [
    'messages: answers at once with the pending message; the session runs',
    'public-client: sends turns with inputs only, and is told of its pipeline',
  ],
  'read messages': ['messages: is read whole, or only its status', 'message-query: asks for one page'],
  'subscribe | GET': ['watch: tells messages and statuses as they come, to everybody who listens'],
  'list its questions': ['questions: is a pending message of the assistant; the session awaits input'],
  'stop, reset |': [
    'turns: ends what runs; the session is idle and ready when it answers',
    'turns: comes with a reset',
  ],
  'list its executions': ['runs: are listed oldest first with what became of them'],
  '… is /playground/sessions': [
    'answer-forms: answers the same at %s',
    'sessions: who may only look changes nothing; who may run may do all of it',
  ],
  'Delete cancels the': [
    'sessions: takes its messages and executions along, ends what runs, and leaves others alone',
    'sessions: comes with the deletion of its workflow',
    'questions: deleting the session takes its questions along',
    'runs: that are kept no more are unknown',
    'session-contract: removes all data of a session, and no data of others',
  ],
  'A message is': [
    'messages: while an earlier one is not complete is a conflict, and nothing changes',
    'messages: by many at once starts one of them',
    'messages: to a workflow that cannot run is refused, and nothing changes',
    'people-crash: killed between a message and the start of its execution: every message that was accepted is answered',
  ],
  'Every chat_input': [
    'messages: hands inputs to nodes, with which the content may be empty or left out',
    'turns: is told to the workflow, turn after turn',
  ],
  'Workflows that a': [
    'called-workflows: asks in the conversation, and says there what it has to say',
    'turns: what a called workflow says is said in the same conversation',
  ],
  'metadata.executionMode': ['turns: a message runs at once, or waits for its turn if the session says so'],
  'table Turns': [
    'turns: a message runs at once, or waits for its turn if the session says so',
    'turns: a turn says whether it runs or waits',
  ],
  'In both modes': ['turns: and too many wait, it is refused, and nothing changes'],
  'Stop cancels the turn': [
    'turns: ends what runs; the session is idle and ready when it answers',
    'turns: of nothing is fine, and changes nothing',
    'questions: %s closes what is asked; the session is idle',
  ],
  'A turn survives a crash': [
    'people-crash: people answer and talk through kills from seed …: every promise holds, every question has one answer',
  ],
  'The messages of': [
    'session-contract: numbers concurrent steps without gaps and duplicates',
    'session-contract: gives each message that a step adds or changes its own change number',
  ],
  'user |': ['messages: answers at once with the pending message; the session runs'],
  'assistant |': [
    'public-client: loads the latest page, sends, and polls until idle',
    'questions: is a pending message of the assistant; the session awaits input',
    'turns: a workflow without a chat output answers with its outputs',
  ],
  'system |': ['turns: ends with a system message that says why, and the session is ready for the next'],
  'log |': [
    'turns: of the log of a turn the first 2,000 lines are messages, and the pipeline has all of them',
    'turns: what nodes log becomes messages of the log, hidden behind their level and node',
    'docs-numbers: $page says $sentence',
  ],
  'The setting role': [
    'turns: a chat output may speak in another role, and bring metadata along',
    'questions: is a pending message of the assistant; the session awaits input',
  ],
  'A message of': [
    'messages: counts the characters of its content and not its units',
    'races: what would make every list long is refused or cut',
    'shown-values: what is long is shown in part',
    'docs-numbers: $page says $sentence',
  ],
  'Messages of a': ['message-query: %j contradicts itself', 'message-contract: returns the newest messages'],
  'table Messages': [
    'message-query: asks for one page',
    'public-client: the oldest client polls by the time of the last message it has, and misses nothing',
    'public-client: pages back from the newest to the first',
  ],
  'since=12': [
    'message-contract: returns the messages above a number',
    'message-contract: returns the messages after a time',
  ],
  'A page has at most': [
    'docs-numbers: $page says $sentence',
    'message-contract: returns fewer messages in a page if they are long, and at least one',
    'public-client: never reads that a turn is over before it has read all of it',
  ],
  'history of a chat_input': [
    'turns: is told up to 100 messages and 200,000 characters, the newest of them',
    'turns: is told to the workflow, turn after turn',
    'message-contract: returns completed messages of users and assistant before a message and after the last reset',
    'questions: %s is shown with the question, and the turn goes on',
    'docs-numbers: $page says $sentence',
  ],
  'A conversation_memory stores': ['nodes: $id: $title'],
  'table History and memory': [
    'session-contract: removes the sessions and memories of a deleted workflow',
    'interrupt-contract: removes questions and memories with their execution in every way of removal',
  ],
  'Only the newest maxMessages': ['nodes: $id: $title', 'memory-contract: adds messages only once under the same key'],
  'Reset stops the turn': ['turns: is kept but told no more after a reset', 'turns: comes with a reset'],
  'message |': ['watch: tells messages and statuses as they come, to everybody who listens'],
  'status |': ['watch: tells messages and statuses as they come, to everybody who listens'],
  'delta |': ['watch: is told piece by piece, to late comers as well'],
  'Order.': ['session-updates: a long past is told page by page, each message once'],
  'Resuming.': [
    'watch: goes on where it was cut off, without loss and without doubles, while messages are made',
    'watch: tells the status to whoever was cut off between a message and the status that was older',
  ],
  'Deltas are parts': [
    'watch: is told piece by piece, to late comers as well',
    'node-runner: says pieces of its text, without secrets, and nothing once it was told to stop',
  ],
  'The stream ends when': [
    'watch: ends when the session is deleted',
    'watch: ends when the session goes with its workflow; others go on',
    'watch: takes a ticket, once, and no stranger',
    'update-log: cuts off a watcher that is too many updates behind, without an end',
    'docs-numbers: $page says $sentence',
  ],
  'table States of a session': ['docs-playground: draws the moves that sessions make, and none that are never made'],
  'A session is never completed': ['docs-playground: draws the moves that sessions make, and none that are never made'],
  'table States of a turn': ['docs-playground: draws the moves of turns'],
  'table States of a message': ['docs-playground: draws the moves of messages'],
  'A closed question': [
    'questions: %s is shown with the question, and the turn goes on',
    'questions: a question that is dismissed is closed without an answer, and fails its node',
  ],
  'table States of an interrupt': ['docs-playground: draws the moves of questions'],
  'People has more': prose,
} satisfies Statements
