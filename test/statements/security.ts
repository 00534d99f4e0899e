/** The tests that execute the statements of docs/explanation/security.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'What nodes can reach': prose,
  'Secrets of nodes and keys': [
    'connections: is encrypted at rest',
    'connections: can be created, listed and read, and never returns its key',
    'secrets: are in no byte of any file of the data folder, neither while it runs nor afterwards',
  ],
  'Nodes can call public web addresses': [
    'egress: %s is rejected in a URL and as the address of a host name',
    'http-effect: denies a redirect to a closed address and sends nothing there',
    'connection-pool: reuses the connection of a workflow for its next safe request',
    'connection-pool: opens a new connection for every other method and for every workflow',
    'egress: entry %s, address %s, port %i: allowed is %s',
    'files: rejects the name %j',
    'code: %j runs out of memory',
  ],
  'There are two of these processes': [
    'fair-queue: workflows of one caller take turns and share the turns of that caller',
    'process-pool: long loops of one caller do not block short calls of others',
    'process-pool: rejects a call that waits too long',
    'process-pool: a process that does not start is started again before its call fails',
    'sandbox-fairness: --max-code-seconds cuts the time limit of a code node',
    'docs-numbers: $page states $sentence',
  ],
  'The service evaluates an expression itself': [
    'bounded-expression: bounded expressions return the same values and errors for any data',
    'bounded-expression: no evaluation does more than its bound',
    'bounded-expression: %j is left to the sandbox, because it has no bound',
    'bounded-expression: an expression with the input %j is left to the sandbox',
    'bounded-expression: the value of an evaluation shares nothing with its input',
    'simple-template: placeholders and text render the same for any variables',
  ],
  'Each call of a code node': [
    'interpreter: is that of a new one after %s',
    'interpreter: has the compiled source, and nothing of an earlier call of the same source',
    'code: changed built-ins do not affect the next call',
  ],
  'With --mcp-stdio true': [
    'mcp: at a private address is not called unless it is allowed',
    'mcp: %s',
    'mcp-stdio: starts a program and calls it, without the environment of the service',
  ],
  'Keys of connections': [
    'model-target: of the environment and of connections are never sent to a base URL of a node',
    'model-target: are allowed if a connection or the environment names them, for that host and port only',
    'model-target: are denied if a node names them',
    'model-credentials: does not open a private address that the operator has not allowed',
  ],
  'A node sends its secret only': [
    'launch-guard: cannot have its secret sent to another address',
    'launch-guard: asks the people named by its writer, no matter who launches it',
  ],
  'may fill inputs': [
    'launch-guard: runs it unchanged, fills open inputs and reuses results of the same workflow',
    'launch-guard: cannot have its secret sent to another address',
  ],
  'may not start a test run': [
    'origin: does not answer a question with pinned data: %s',
    'origin: does not send a secret to a pinned address',
  ],
  'may reuse results': [
    'origin: are not reused by another workflow with the same nodes',
    'origin: are not reused if that launch changed its settings',
    'launch-guard: can be run from a node after its question only by its writers',
  ],
  'may rerun an execution': [
    'origin: an unsaved run with stored secrets can be rerun by writers only',
    'pipelines: can be started once; the second start is a conflict',
  ],
  'Editors may do all of this': [
    'origin: are not reused by writers either if another caller launched them',
    'launch-guard: may change settings for one launch, in a conversation too',
  ],
  'A placeholder (__secret__': [
    'origin: never refers to the secret of another node: %s',
    'origin: refers to the secret of its own node',
    'launch-guard: inputs from a calling workflow cannot redirect the secrets of the called one',
    'launch-guard: may choose another path but not another host',
  ],
  'The length of a compressed': ['compression: leaves short replies, errors, credentials and webhooks alone'],
} satisfies Statements
