/** What executes the statements of docs/how-to/assistant.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'People change a workflow': ['chat: is answered with commands for the given state, and the workflow stays as it is'],
  'Two assistants can answer': [
    'chat: that fails is replaced by the rules, and says so',
    'chat: its reply is tried first, corrected, and then sent',
  ],
  'Every reply is read': [
    'model-assistant: without what cannot be said or does not apply',
    'rule-assistant: nothing breaks, and every command applies',
  ],
  'What a change leaves open': [
    'rule-assistant: about what is left to do',
    'model-assistant: that leaves something open says so',
  ],
  'Secrets reach nobody': [
    'hostile-model: no secret is in a prompt: of hidden settings, of headers, of earlier turns, whatever it looks like',
    'chat: holds no key that somebody pasted',
  ],
  'Layout is left alone': ['model-assistant: has no layout unless it was asked for, and no commands for the page'],
  'Questions are answered': ['model-assistant: is answered in text where it asks'],
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
    'prompt: has every type and fits 8000 tokens',
    'model-assistant: is asked for at most three corrections; then only what applies is sent, and the rest is said in words',
    'docs-numbers: $page states $sentence',
  ],
  'Not in a prompt': [
    'prompt: has no secret in it: neither a value, nor a placeholder, nor the settings of a type that nobody knows',
    'without-keys: passwords inside addresses are taken out',
    'prompt: keys are taken out of %j',
  ],
  'A reply of more than': [
    'hostile-model: a reply that %s does no harm',
    'hostile-model: a value cannot end the fence that it stands in',
    'model-assistant: keeps fences of other kinds in its text',
    'docs-numbers: $page states $sentence',
  ],
  '--chat-dialect flowdrop': [
    'chat: the public editor gets its own form and label',
    'chat: after a swap the public editor gets lines with the id that it gives the node',
  ],
  'Both sides of every exchange': [
    'chat: is kept with both sides, in order, and can be read by a viewer',
    'chat: goes on under its conversation, and begins a new one for who brings nothing',
    'chat: may bring a history, tools and keys of newer clients',
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
