/** What executes the statements of docs/how-to/write-a-node.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'A node type is one file': [
    'load-nodes: loads every file of the folder in the order of the names',
    'docs-commands: shows a node that runs as it stands, wherever its folder is',
  ],
  'Create a folder': [
    'load-nodes: rejects an id that differs from the file name',
    'load-nodes: reports a file without a default export',
  ],
  '@millrace/model needs no installation': [
    'load-custom-nodes: files outside the repository can import the model without installing it',
    'load-custom-nodes: a package keeps its own model, and other packages are not linked',
    'icons: an icon that is not bundled is rendered, and an unknown one is a cube',
    'catalogue: the port configuration contains every data type and every rule',
    'secrets: covers every type with a secret field, the built-in ones and one of our own',
  ],
  'The second line': [
    'docs-commands: shows a command that starts it: %s',
    'load-catalogue: an invalid file stops the start with its name',
    'load-custom-nodes: uses the nodes folder from package.json, else "nodes", else the folder itself',
    'load-custom-nodes: may add categories',
  ],
  'examples/02-your-own-node/run.sh': ['examples: %s prints what its README shows'],
  'Add examples to': ['docs-commands: shows how the examples of a node are tested, here and outside of the repository'],
  'Outside of it': [
    'docs-commands: shows how the examples of a node are tested, here and outside of the repository',
    'load-custom-nodes: a read-only folder fails with the command that creates the link',
  ],
  'return values |': ['edges: delivers nothing for an output that a node omits'],
  'fail |': [
    'failures: are delivered to an error edge, and the run continues',
    'failures: fail the execution without an error edge, abort running steps and skip the others',
  ],
  'fail temporarily |': ['failures: are retried with growing delays if retryable, while the step is paused'],
  'take a branch': ['edges: skips nodes that only an untaken branch feeds'],
  'sleep |': ['failures: come after a waiting step has completed at its time'],
  'call a workflow': ['children: returns the outputs of the called workflow, whose execution can be inspected'],
  'ask a person': ['answers: resumes its step with the answer, in the same attempt'],
  'remember a value': [
    'node-runner: E6 notes are stored as JSON without secrets; a quick node has none',
    'answers: are available to the run after a crash',
  ],
  'The editor builds the form': ['conditional-fields: shows the body for methods that send one'],
  'table The form': [
    'conditional-fields: lists the options with their titles and descriptions',
    'conditional-fields: shows the token only with an authentication that uses it, under its name',
    'conditional-fields: has advanced settings in a section that is closed at first and open when one is set',
    'conditional-fields: of List operations shows one setting in the form that the operation needs',
    'show-when: with an empty text as the value applies while the other setting is blank',
    'validate: do not miss a required setting that does not apply',
  ],
  'A hidden setting keeps': [
    'conditional-fields: of List operations shows one setting in the form that the operation needs',
  ],
  'stream a text': ['node-runner: streams pieces of its text without secrets, and nothing after its abort'],
  'call a language': ['agents: uses nodes as tools: every call is a job and in the log, and its tokens are counted'],
  'use the nodes': ['agents: uses nodes as tools: every call is a job and in the log, and its tokens are counted'],
  'end the execution': ['failures: can be requested by a node, as completed or failed'],
  'call the web': [
    'create-effects: a step gets every effect that nodes may use',
    'create-effects: every effect of an aborted step throws',
  ],
  'write to the log': ['node-runner: the outcome contains its log, limited in lines and length'],
  'stop in time': [
    'pipelines: aborts a running node',
    'failures: include attempts that take too long, which are aborted',
    'drain: aborts a step that does not end when the engine is closed',
  ],
  'Take these by destructuring': ['node-runner: the context of a node can be destructured and inherited from'],
  'The start of a step is on disk': [
    'append: E4 runs no step with effects before its start is durable',
    'crash: E5 runs a step that may run twice again after a crash, with the same idempotency key',
    'crash: is the same for every attempt of a step, which is counted separately',
    'crash: E5 fails a step that must not run twice after a crash, and delivers the failure to its error edge',
  ],
  'A pure, synchronous': [
    'append: E4 appends a chain of quick steps in one batch with its creation and its end',
    'append: runs a quick node that returns a promise once, also if other events arrive meanwhile',
  ],
  'A node that only calls the sandbox': [
    'nodes: $id: $title (uses only the sandbox and the clock)',
    'pure-steps: E4 appends a chain of pure steps in one batch with its creation and its end',
    'crash: ends the same wherever the process dies, and repeats no recorded result',
  ],
} satisfies Statements
