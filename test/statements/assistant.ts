/** What executes the statements of docs/how-to/assistant.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'The assistant edits a workflow': [
    'chat: is answered with commands for the given state, and the workflow stays as it is',
    'chat: that fails is replaced by the rules, and the reply says so',
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
  'English in free wording': [
    'rule-assistant: %j is cut into requests',
    'understanding: are put right where nothing else helps, and the words are repeated as they were written',
  ],
  'The examples are tested': ['docs: answer %s the same'],
  'Nodes are found by id': [
    'rule-assistant: is what was spoken of last in the message',
    'understanding: "it" is what the last reply added, not what that was connected to',
  ],
  'A small workflow can be described': ['docs: %s, from nothing'],
  'Each is known by many wordings': ['docs: %s: %s'],
  'table Steps': ['docs: is on the page with its example', 'docs: %s: %s'],
  'what does this workflow do?': [
    'docs: every question on the page is answered without commands',
    'understanding: a view is for the page and leaves the workflow alone',
  ],
  'It does not run, save': [
    'rule-assistant: about words that could mean several nodes',
    'rule-assistant: about secrets, which it does not take',
    'rule-assistant: about what it did not understand, and still does the rest',
    'understanding: a thing that the workflow does not have is not made up',
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
    'tool-calls: no secret is in a request to the provider, whatever the model reads',
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
  'npm run eval says': ['rule-assistant: has at least 60 requests, of which the rules meet 90 %'],
  'held out': ['rule-assistant: meets at least as much of "$name" as at first sight'],
  'third wave': ['rule-assistant: meets at least as much of "$name" as at first sight'],
  'kept aside': ['rule-assistant: meets at least as much of "$name" as at first sight'],
  'fourth wave': ['rule-assistant: meets at least as much of "$name" as at first sight'],
  'fifth wave': ['rule-assistant: meets at least as much of "$name" as at first sight'],
  'sixth wave': ['rule-assistant: meets at least as much of "$name" as at first sight'],
  'Wording that nobody thought of': prose,
} satisfies Statements
