/** What executes the statements of docs/how-to/assistant.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'The assistant edits a workflow': [
    'chat: is answered with commands for the given state, and the workflow stays as it is',
    'chat: that fails is replaced by the rules, and the reply mentions it',
    'assistant: previews a change, applies it as one step, and undo reverts it as a whole',
  ],
  'An admin chooses what answers': [
    'assistant-model: is chosen in Settings, tested there, and proposes an edit by tool calls',
    'assistant-settings: a %s may neither read nor change it',
  ],
  'table Choose the model': [
    'assistant-settings: without a choice and without start options the rules answer',
    'assistant-settings: a chosen model answers from the next message on, and the choice survives as long as it is not changed',
  ],
  'The choice is stored': [
    'assistant-settings: the choice wins over the start options, and the mode "default" goes back to them',
    'assistant-model: is chosen in Settings, tested there, and proposes an edit by tool calls',
  ],
  'Every reply is applied': ['model-assistant: omits commands that have no text or do not apply'],
  'What a change leaves open': ['model-assistant: lists what is left to do'],
  'Secrets are removed': [
    'hostile-model: the prompt contains no secret of settings, headers or earlier messages',
    'chat: contains no key that was pasted into a message',
  ],
  'The layout changes only if': [
    'model-assistant: changes the layout only if asked to, and has no commands for the page',
    'tool-calls: may change the layout only if the message asks for it, in English or German',
  ],
  'Questions are answered': ['model-assistant: has its questions answered in text'],
  'The assistant answers in the language': [
    'german-replies: answers "%s" in German',
    'german-replies: answers a message without a language in that of the page',
    'german-replies: answers the typed command "%s" in the language of the page',
    'german-replies: that writes commands that do not apply is corrected in the reply in German',
  ],
  'It understands commands': [
    'evaluation: are never edited wrongly in the %s set',
    'evaluation: in free wording change nothing',
    'interpreter: with the closest commands',
  ],
  'table What the built-in one understands': ['docs: every command of the table is understood'],
  'Nodes are found by id': [
    'interpreter: of packages of the user like those that are built in',
    'interpreter: by a part of the label only where nothing is lost',
    'interpreter: and forgives one typing error, but not another first letter',
    'interpreter: and takes "it" for the node of the clause before, or of the last reply',
  ],
  'Several commands in one message': ['interpreter: of several clauses, and carries out the others'],
  'The examples are tested': ['docs: the page has examples'],
  'It does not run, save': [
    'interpreter: where a value does not fit, or is secret',
    'evaluation: in free wording change nothing',
  ],
  'The model works with tools': [
    'command-tools: return the same command for the arguments of the example of %s',
    'tool-calls: gets a refusal as the result of the call, and corrects it',
  ],
  'table With a model': [
    'tool-calls: gets the schemas of the commands and the read tools',
    'tool-calls: reads the catalogue, the nodes and the problems of what it changed',
  ],
  'Ask “why did my run fail?”': ['tool-calls: is answered from the last run of this workflow, and of no other'],
  'The prompt has the whole catalogue': [
    'prompt: has the catalogue, the workflow, the history and the message, and the commands only for models without tools',
    'prompt: has every type and fits into 8000 tokens',
    'model-assistant: is corrected at most three times; then only what applies is sent and the rest is named',
    'tool-calls: by refusing tools is asked for commands as text',
    'docs-numbers: $page states $sentence',
  ],
  'A message takes at most': [
    'tool-calls: by calling tools without end is stopped, and what it did so far is sent',
    'tool-calls: by using up its tokens is stopped',
    'tool-calls: by not answering is left when the caller goes, and its connection is closed',
    'docs-numbers: $page states $sentence',
  ],
  'A prompt and the result of a tool': [
    'tool-calls: no secret is in a request to the provider, with every read tool',
    'prompt: has no secrets, no placeholders and no settings of unknown types',
    'without-keys: removes passwords from addresses',
    'prompt: removes keys from %j',
  ],
  'A reply of more than': [
    'hostile-model: a reply that %s is harmless',
    'hostile-model: a value cannot close the fenced block around it',
    'model-assistant: keeps blocks with other labels in its text',
    'docs-numbers: $page states $sentence',
  ],
  'POST /workflows/': ['chat: is answered with commands for the given state, and the workflow stays as it is'],
  '--chat-dialect flowdrop': [
    'chat: the public editor gets its own dialect and label',
    'chat: after a swap, lines for the public editor use the id that it gives the node',
  ],
  'Both sides of every exchange': [
    'chat: is stored with both sides in order and can be read by a viewer',
    'chat: continues its conversation, and starts a new one without an id or a history',
    'chat: may have a history, and fields of newer clients',
    'chat-contract: keeps the newest messages and lists them oldest first',
  ],
  'npm run eval sends': ['evaluation: are never edited wrongly in the %s set'],
  'table How good it is': [
    'evaluation: are never edited wrongly in the %s set',
    'evaluation: of the tuning set are all right',
  ],
  'The same command measures': prose,
} satisfies Statements
