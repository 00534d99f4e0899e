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
  'The first command copies': [
    'node-sdk: creates a project by the commands of docs/how-to/write-a-node.md, and refuses a folder that is not empty',
    'node-sdk: the tests of the template pass outside of the repository, with strict types',
    'node-sdk: the service runs a workflow with the node of the template and reloads it',
  ],
  'The packages are not on npm yet': [
    'node-sdk: creates a project by the commands of docs/how-to/write-a-node.md, and refuses a folder that is not empty',
  ],
  '@millrace/node-sdk needs no installation': [
    'docs-commands: shows a node that runs as it stands, wherever its folder is',
    'load-custom-nodes: files outside the repository can import the model without installing it',
    'load-custom-nodes: a package keeps its own model, and other packages are not linked',
  ],
  'config is JSON Schema': [
    'run-node: misspelt inputs, outputs, settings and data types do not compile',
    'run-node: has the inputs of dynamic ports and the branches that it takes',
    'load-nodes: reports a file without a default export',
    'secrets: covers every type with a secret field, the built-in ones and one of our own',
  ],
  'An SVG file with the name': [
    'reload: the SVG file beside a node is its icon, served without a credential and without the right to run scripts',
    'reload: a node with an icon that is %s is left out',
    'icons: an SVG file beside the node is shown in the palette and on the canvas, and a saved node is reloaded',
    'icons: an icon that is not bundled is rendered, and an unknown one is a cube',
  ],
  'Search finds the node by its name': [
    'catalogue: are found by name, description or tag, case-insensitively',
    'catalogue: the port configuration contains every data type and every rule',
  ],
  'The service starts without the types': [
    'invalid-node-file: the service starts without the type, and its workflows continue after the file is corrected',
    'load-catalogue: an invalid file is left out and listed, and the others are loaded',
    'load-catalogue: a type that is defined twice is that of the first folder',
    'load-custom-nodes: an invalid file is listed with the line, and the others are loaded',
    'icons: a node file that does not load is shown when an editor opens',
  ],
  'Run millrace doctor with the new files': [
    'operating: names a node file that does not load, and starts without it',
    'load-catalogue: a folder that does not exist is an invalid setting',
  ],
  'With --watch-nodes': [
    'reload: a file that was invalid at the start is loaded when it is corrected',
    'reload: a saved file is reloaded, and new and deleted files are seen',
    'reload: an invalid file keeps its last valid version, and the catalogue and the log contain the reason',
    'node-sdk: the service runs a workflow with the node of the template and reloads it',
    'icons: an SVG file beside the node is shown in the palette and on the canvas, and a saved node is reloaded',
  ],
  'If a node throws anything but': [
    'custom-errors: an unexpected error has its stack trace in both logs, with file and line and without secrets',
    'custom-errors: an expected failure has no stack trace, and a thrown text is shown',
  ],
  'table 4. Test it': [
    'run-node: is answered by fakes: HTTP, files, key values',
    'run-node: includes people and workflows',
    'run-node: is skipped between retries and while the node sleeps',
    'run-node: ends an attempt at its limit, and its effects throw from then on',
    'run-node: ends a cancelled run',
    'run-node: has the inputs of dynamic ports and the branches that it takes',
  ],
  'The result has status': [
    'run-node: has a failure with its code, and the thrown error with its stack trace',
    'docs-commands: shows how the examples of a node are tested, here and outside of the repository',
  ],
  'The second line': [
    'docs-commands: shows a command that starts it: %s',
    'load-custom-nodes: uses the nodes folder from package.json, else "nodes", else the folder itself',
    'load-custom-nodes: may add categories',
  ],
  'examples/02-your-own-node/run.sh': ['examples: %s prints what its README shows'],
  'Add examples to': [
    'run-node: examples are run, and those that end differently are listed',
    'run-node: has defaults in its config, converted inputs, and outputs as they are stored',
    'run-node: contains no secrets',
    'node-sdk: runs the node and the test of docs/how-to/write-a-node.md in the project',
  ],
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
  'A pure node that computes': [
    'node-runner: code and pure nodes with large inputs are heavy',
    'heavy-steps: the heavy steps of one execution run on two workers',
  ],
} satisfies Statements
