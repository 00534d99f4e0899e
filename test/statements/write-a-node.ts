/** What executes the statements of docs/write-a-node.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'A node type is one file': [
    'load-nodes: every file of the folder is a node type, in the order of the names',
    'docs-commands: shows a node that runs as it stands, wherever its folder is',
  ],
  'Make a folder': [
    'load-nodes: an id that is not the name of the file is refused',
    'load-nodes: a file without a default export is named',
  ],
  '@millrace/model needs no installation': [
    'load-custom-nodes: files outside of the repository import the model without installing it',
    'icons: is drawn although the page has not bundled it; an unknown one is a cube',
    'catalogue: the port configuration holds every data type and every rule',
    'secrets: covers every type with a secret field, the built-in ones and one of our own',
  ],
  'The second line of the start': [
    'docs-commands: shows a command that starts it: %s',
    'catalogue: a broken file stops the start with its name',
    'load-custom-nodes: that is a package keeps its nodes where package.json says, else in "nodes", else in itself',
    'load-custom-nodes: may bring categories of its own',
  ],
  'examples/02-your-own-node/run.sh': ['examples: %s prints what its README shows'],
  'Give the definition examples': [
    'docs-commands: shows how the examples of a node are tested, here and outside of the repository',
  ],
  'Outside of it': ['docs-commands: shows how the examples of a node are tested, here and outside of the repository'],
  'give values': ['engine: an output that a node leaves out delivers nothing'],
  'fail |': [
    'engine: a wired error edge gets the failure and the run goes on',
    'engine: without one the execution fails, siblings are aborted, the rest is skipped',
  ],
  'fail for now': ['engine: a failure that may pass is retried with growing delays, and shows as paused meanwhile'],
  'take a branch': ['engine: a branch not taken skips what only it feeds'],
  'sleep |': ['engine: a sleeping step completes when its time has come'],
  'call a workflow': ['children: the outputs of the called workflow come back, and its execution can be looked at'],
  'ask a person': ['questions: lets its step go on with the answer, in the same attempt'],
  'remember across a crash': [
    'node-runner: notes go to the history as JSON without secrets; a quick node has none',
    'questions: are found again by the run that follows a crash',
  ],
  'show a text': ['node-runner: says pieces of its text, without secrets, and nothing once it was told to stop'],
  'ask a language model': ['agents: uses nodes as tools; every call is a job, in the log, and its tokens are counted'],
  'use what hangs on its tool port': [
    'agents: uses nodes as tools; every call is a job, in the log, and its tokens are counted',
  ],
  'end the execution': ['engine: a node may end the run, well or badly'],
  'call the web': [
    'create-effects: a step has everything that nodes may use of the world',
    'create-effects: a step that is aborted can use none of it',
  ],
  'write to the log': ['node-runner: its log goes with the outcome, bounded in lines and length'],
  'stop in time': [
    'pipelines: tells a running node',
    'engine: an attempt that takes too long is aborted and fails',
    'drain: a step that does not end is aborted when the engine is closed',
  ],
  'The start of a step is on disk': [
    'appends: no slow step runs before its start is on disk',
    'crash: a step that may run twice is run again after a crash, with the same idempotency key',
    'crash: is the same for every attempt of a step, which is counted separately',
    'crash: a step that must not run twice fails after a crash, and its error edge gets the failure',
  ],
  'A pure function': [
    'appends: a quick step is an append, the first one goes with the start',
    'appends: a quick node that turns out to need a promise is run once, however much happens beside it',
  ],
} satisfies Statements
