/** The tests that execute the statements of docs/explanation/security.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'What nodes can reach': prose,
  'Secrets of nodes and keys': [
    'connections: is encrypted at rest',
    'connections: is made, listed and read, and never shows its key',
    'secrets: are in no byte of any file of the data folder, neither while it runs nor afterwards',
  ],
  'Nodes can call public web addresses': [
    'egress: %s may not be called, neither written out nor as what a name resolves to',
    'http-effect: a redirect to a closed address is refused, and nothing is sent there',
    'egress: %s and the address %s, port %i: %s',
    'files: %j is no name',
    'code: %j runs out of memory',
  ],
  'There are two of these processes': [
    'fair-queue: workflows of one caller take turns, and together take the turns of one caller',
    'process-pool: long loops of one caller do not keep short calls of others from running',
    'process-pool: a call that waits too long is turned away',
    'process-pool: a process that does not start is started again before a call is failed',
    'sandbox-fairness: --max-code-seconds cuts the time limit of a code node',
    'docs-numbers: $page says $sentence',
  ],
  'With --mcp-stdio true': [
    'mcp: at a private address is not called unless that is allowed',
    'mcp: %s',
    'mcp-stdio: a program is started, asked, and sees nothing of our environment but the usual',
  ],
  'Keys of connections': [
    'model-target: of the environment and of connections are never sent to where a node says',
    'model-target: are open where a connection or the environment names them, and then that host and port only',
    'model-target: are refused where a node names them',
  ],
  'A node sends its secret only': [
    'closed-settings: cannot have its secret sent to another address',
    'closed-settings: asks those whom its writer named, whoever launches it',
  ],
  'may fill inputs': [
    'closed-settings: runs it as it is, fills what was left open, and takes over results of the same workflow',
    'closed-settings: cannot have its secret sent to another address',
  ],
  'may not start a test run': [
    'origin: does not answer a question with pinned data: %s',
    'origin: does not lead a secret to a pinned address',
  ],
  'may reuse results': [
    'origin: nor from another workflow with the same nodes',
    'origin: are not taken over if its settings were changed for that launch',
    'closed-settings: is not run from behind its question, but for its writers',
  ],
  'may rerun an execution': [
    'origin: an unsaved run with stored secrets is repeated by writers only',
    'pipelines: is started once; the second start is a conflict',
  ],
  'Editors may do all of this': [
    'origin: are not taken over by writers either, if somebody else launched them',
    'closed-settings: changes its settings for one launch, in a conversation too',
  ],
  'A placeholder (__secret__': [
    'origin: never stands for the secret of another node: %s',
    'origin: stands for the secret of its own node',
    'closed-settings: what one workflow hands to another does not lead the secrets of that one elsewhere',
    'closed-settings: may choose another path, and no other host',
  ],
} satisfies Statements
