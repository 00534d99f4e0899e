/** What executes the statements of docs/how-to/agentspec.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Millrace runs flows': [
    'executions: may be submitted in the official form',
    'executions: may be submitted as a document',
  ],
  'With the service running': ['sessions: the session in %s gets the answers that it shows'],
  'options.timeout': [
    'executions: is stopped at its step limit',
    'executions: runs with its declared inputs and outputs',
    'executions: takes a message and returns its answer without declared inputs and outputs',
    'executions: always returns 200',
    'docs-numbers: $page states $sentence',
  ],
  'A flow runs as an execution': [
    'power-cut: reaches the same result after any power cut and repeats nothing that was noted',
    'agentspec-crash: flows through kills from seed …: all of them end, and nothing is sent twice',
    'run-again: a repeated step reuses a noted result and fails for a call that may have been made',
  ],
  'table Run a flow': [
    'corpus: runs as its document defines ($file: $name)',
    'stream: the stream sends every node, every change in order, one final message and closes',
    'nested-flows: belongs to the enclosing node at any depth',
    'executions: can be cancelled only once',
  ],
  'Nodes are identified': [
    'numbered-names: duplicate names get a number that is not taken',
    'executions: starts, runs and returns its results',
  ],
  'Data follows the': [
    'corpus: runs as its document defines ($file: $name)',
    'compile-flow: an empty list of data edges does not connect by name',
    'control: a start outputs the launch inputs, else the defaults, else fails',
    'tools: inputs are cast and defaulted, and a missing one without a default fails',
  ],
  Casts: ['tools: inputs are cast and defaulted, and a missing one without a default fails', 'casting: %j as %j is %j'],
  'Templates contain only': ['templates: keeps unknown placeholders and does not render values again'],
  'A branch is chosen': [
    'control: a branching node matches the text of the value, else takes the default branch',
    'control: a branch without a connection fails with the names of node and branch',
  ],
  'A model is called': [
    'llm: a single text output is the response, and values in the prompt are not rendered again',
    'llm: several outputs are requested as JSON, and again with the errors',
    'llm: a second invalid response fails the node',
  ],
  'An API call encodes': [
    'api: URL-encodes values in the path and outputs the keys of the response',
    'api: fails for an error status after the retries of the policy',
    'api: enforces the allow list and sends no secrets to a host from an input',
  ],
  'A tool returns': [
    'tools: a server tool returns a value, an object with its output, or an object of all outputs',
    'agents: tool failures are returned to the model',
    'agents: a rejected call is not executed, and the model is informed',
  ],
  'An agent with': [
    'agents: an agent submits its declared outputs, and the model is informed of an invalid result',
    'agents: an agent without a result sends its text to the user if it may ask people',
    'agents: workers are offered as tools of their manager and have separate conversations',
    'agents: an agent continues the conversation of the flow',
    'agents: runs as a child execution with a separate conversation',
  ],
  'A map iterates': [
    'flows: a %s collects results in list order and passes other values to every iteration',
    'flows: a map rejects lists of different lengths and inputs without a list',
    'flows: the reducer %s',
  ],
  'Parallel nodes run': [
    'flows: share inputs, output all results and append to the conversation in order',
    'flows: fail after all started flows have finished if one fails',
    'flows: a parallel map runs at most ten iterations at a time',
    'docs-numbers: $page states $sentence',
  ],
  'Catch converts a': ['flows: takes the error branch with defaults if its flow fails'],
  'A flow by name': ['flows: runs a stored workflow and outputs its results by name and as a whole'],
  'Built-in tools of other runtimes': [
    'tools: calls remote tools over HTTP and MCP tools on their server, and rejects built-in tools',
  ],
  'A flow that waits': [
    'docs-agentspec: docs/how-to/agentspec.md shows the reply of a waiting flow and a working tool',
  ],
  'Answer them like': [
    'executions: is running, lists its questions, and resumes with the answer',
    'executions: asks questions for client tools and confirmations',
    'tools: a client tool asks the user for its result, as a form or a text',
  ],
  'GET /agentspec/tools and': [
    'registry: include the tool nodes of the catalogue and the entries of the file',
    'registry: of the file are listed and run by name',
  ],
  'POST /agentspec/tools, …/agents': [
    'registry: can be registered, listed without implementation, run and unregistered',
    'registry: are stored encrypted and inaccessible to nodes',
  ],
  '--agentspec-registry FILE': ['registry: of the file are listed and run by name'],
  'published workflows': ['registry: include registered and published workflows'],
  'the catalogue': ['registry: include the tool nodes of the catalogue and the entries of the file'],
  'Server tools of': ['agentspec-templates: gives the same as a flow that is submitted'],
  'implementation is sandboxed': [
    'docs-agentspec: docs/how-to/agentspec.md shows the reply of a waiting flow and a working tool',
    'registry: include registered and published workflows',
    'world: an HTTP tool receives its arguments as JSON or query with an idempotency key, and its secret is masked',
    'registry: can use registered tools and be unregistered',
    'registry: a flow keeps the tools that it was started with, also in nested flows',
  ],
  'Header values, the address': [
    'secrets: are sent to its URL and masked in the response',
    'secrets: do not reach the next node of the flow',
    'secrets: and of agents are not in the database in plain text',
    'step-secrets: mask its JSON, URL and header encodings',
  ],
  'Nodes of a workflow in this format': [
    'component-credentials: signs the calls of %s, and the run contains no secret',
    'component-credentials: is found at its credentials',
  ],
  'table Credentials': [
    'component-credentials: signs the calls of %s, and the run contains no secret',
    'component-credentials: is the provider of %s',
    'component-credentials: signs the model, the tools and the toolboxes of an agent',
  ],
  'The id of a component without one': [
    'component-credentials: signs the calls of %s, and the run contains no secret',
    'component-credentials: is exported without a secret and imported with the names: %s',
    'component-credentials: is not used by a submitted flow that names it',
  ],
  'GET /api/v1/agentspec/executions/{id}/stream is': [
    'stream: an invalid watch request is rejected before the upgrade',
    'websocket: a bearer token opens it, with the handshake of RFC 6455',
    'websocket: a ticket is accepted once',
  ],
  'A node_status with': ['stream: the stream sends every node, every change in order, one final message and closes'],
  'One for every change': ['stream: the stream sends every node, every change in order, one final message and closes'],
  'Exactly one': [
    'stream: the stream sends every node, every change in order, one final message and closes',
    'stream: a cancellation sends one error message',
    'stream: a failure sends its reason',
  ],
  'Clients that connect': [
    'stream: a late watcher receives the current state and the end',
    'stream: a watcher that falls too far behind is disconnected without blocking others',
    'websocket: a service that stops closes with "going away"',
    'socket-connection: closes the connection with 1009 for a message that is too long',
    'socket-connection: closes the connection with 1008 for a flood of pings instead of queueing pongs',
    'websocket: endless fragments close the connection with 1008',
    'docs-numbers: $page states $sentence',
  ],
  'With --agentspec-runtime URL': ['remote-runtime: another Millrace is a compatible runtime'],
  '--agentspec-runtime-auth': ['remote-runtime: receives the configured credential'],
  MILLRACE_AGENTSPEC_RUNTIME_TOKEN: ['remote-runtime: receives the configured credential'],
  '--agentspec-runtime-dialect': ['remote-runtime: receives the official form if configured'],
  'Its status values': [
    'remote-runtime: receives the flow in the simple form, and its statuses are mapped to ours',
    'remote-runtime: has a stream derived from its status that survives an outage and ends once',
    'remote-runtime: reports a lost execution as failed and an unknown one as 404',
    'remote-runtime: returns 502 in our format while the runtime is unavailable',
  ],
  'table Limits': [
    'docs-numbers: $page states $sentence',
    'read: enforces the limits',
    'executions: is stopped at its step limit',
    'agents: an agent without a result fails at the turn limit',
  ],
} satisfies Statements
