/** What executes the statements of docs/how-to/agentspec.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Millrace runs flows': ['executions: may come in the official form', 'executions: may come as a document'],
  'With the service running': ['sessions: the session in %s gets the answers that it shows'],
  'options.timeout': [
    'executions: runs no longer than its steps allow',
    'executions: runs with the inputs that it declares and gives its outputs',
    'executions: takes a message and gives what it says where it declares neither',
    'executions: is 200 whatever it says',
    'docs-numbers: $page states $sentence',
  ],
  'A flow runs as an execution': [
    'power-cut: reaches the same result after any power cut and repeats nothing that was noted',
    'agentspec-crash: flows through kills from seed …: all of them end, and nothing is sent twice',
    'run-again: a repeated step reuses a noted result and fails for a call that may have been made',
  ],
  'table Run a flow': [
    'corpus: runs as its document says ($file: $name)',
    'stream: first every node, then every change in order, then one message and the close',
    'nested-flows: is a question of the node that holds it, at any depth',
    'executions: can be cancelled, once',
  ],
  'Nodes are identified': [
    'numbered-names: duplicate names get a number that is not taken',
    'executions: is started, runs, and gives its results',
  ],
  'Data follows the': [
    'corpus: runs as its document says ($file: $name)',
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
    'executions: is running, says for what, and goes on with the answer',
    'executions: a client tool and a confirmation are questions too',
    'tools: a client tool asks the user for its result, as a form or a text',
  ],
  'GET /agentspec/tools and': [
    'registry: the tool nodes of the catalogue are there under their ids, and those of the file',
    'registry: of the file are listed and run by their name',
  ],
  'POST /agentspec/tools, …/agents': [
    'registry: one that is registered is listed without what it does, runs, and can be taken back',
    'registry: what is kept is encrypted, and out of the reach of nodes',
  ],
  '--agentspec-registry FILE': ['registry: of the file are listed and run by their name'],
  'published workflows': ['registry: a workflow can be a tool: registered, or because it is published'],
  'the catalogue': ['registry: the tool nodes of the catalogue are there under their ids, and those of the file'],
  'Server tools of': ['agentspec-templates: gives the same as a flow that is submitted'],
  'implementation is sandboxed': [
    'docs-agentspec: docs/how-to/agentspec.md shows the reply of a waiting flow and a working tool',
    'registry: a workflow can be a tool: registered, or because it is published',
    'world: a tool over HTTP gets its arguments as JSON, or in the query, with a key of its own; its secret comes back masked',
    'registry: may use registered tools, and are taken back',
    'registry: a flow keeps the tools that it was started with, also in flows inside of it',
  ],
  'Header values, the address': [
    'secrets: are sent to its address, and are masked when that sends them back',
    'secrets: do not reach the next node of the flow either, which could send them anywhere',
    'secrets: and of agents are nowhere in the database in plain text',
    'step-secrets: mask its JSON, URL and header encodings',
  ],
  'GET /api/v1/agentspec/executions/{id}/stream is': [
    'stream: what cannot be watched is refused before the upgrade',
    'websocket: a bearer token opens it, with the handshake of RFC 6455',
    'websocket: a ticket is accepted once',
  ],
  'A node_status with': ['stream: first every node, then every change in order, then one message and the close'],
  'One for every change': ['stream: first every node, then every change in order, then one message and the close'],
  'Exactly one': [
    'stream: first every node, then every change in order, then one message and the close',
    'stream: a cancel is an error that says so, once',
    'stream: a failure is told with its reason',
  ],
  'Clients that connect': [
    'stream: who comes late is told where everything stands, and the end',
    'stream: a watcher that falls too far behind is cut off and holds nobody',
    'websocket: a service that stops closes with "going away"',
    'socket-connection: closes the connection with 1009 for a message that is too long',
    'socket-connection: closes the connection with 1008 for a flood of pings instead of queueing pongs',
    'websocket: endless fragments close the connection with 1008',
    'docs-numbers: $page states $sentence',
  ],
  'With --agentspec-runtime URL': ['remote-runtime: another Millrace is a compatible runtime'],
  '--agentspec-runtime-auth': ['remote-runtime: is told who asks as it was set'],
  MILLRACE_AGENTSPEC_RUNTIME_TOKEN: ['remote-runtime: is told who asks as it was set'],
  '--agentspec-runtime-dialect': ['remote-runtime: gets the official form where it wants that'],
  'Its status values': [
    'remote-runtime: is sent the flow in the simple form, and its words are ours',
    'remote-runtime: has a stream made of its status, through an outage, with one end',
    'remote-runtime: what it forgets was lost by it; what it never had is not there',
    'remote-runtime: while it is away everything is 502 in our form',
  ],
  'table Limits': [
    'docs-numbers: $page states $sentence',
    'read: enforces the limits',
    'executions: runs no longer than its steps allow',
    'agents: an agent without a result fails at the turn limit',
  ],
} satisfies Statements
