/** What executes the statements of docs/how-to/assistant.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'People change a workflow': ['chat: is answered with commands for the given state, and the workflow stays as it is'],
  'Two assistants can answer': [
    'chat: that fails is replaced by the rules, and the reply says so',
    'chat: its reply is applied to a copy, corrected, and then sent',
  ],
  'Every reply is read': [
    'model-assistant: omits commands that have no text or do not apply',
    'rule-assistant: nothing breaks, and every command applies',
  ],
  'What a change leaves open': [
    'rule-assistant: about what is left to do',
    'model-assistant: lists what is left to do',
  ],
  'Secrets reach nobody': [
    'hostile-model: the prompt contains no secret of settings, headers or earlier messages',
    'chat: contains no key that was pasted into a message',
  ],
  'Layout is left alone': ['model-assistant: changes the layout only if asked to, and has no commands for the page'],
  'Questions are answered': ['model-assistant: has its questions answered in text'],
  'English in free wording': [
    'rule-assistant: %j is cut into requests',
    'understanding: are put right where nothing else helps, and the words are repeated as they were written',
  ],
  'The examples are tested': ['docs: continues after failed writes: %s'],
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
  'The prompt has the commands': [
    'prompt: has the catalogue, the workflow, the history and the message, and the commands only for models without tools',
    'prompt: has every type and fits into 8000 tokens',
    'model-assistant: is corrected at most three times; then only what applies is sent and the rest is named',
    'docs-numbers: $page states $sentence',
  ],
  'Not in a prompt': [
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
