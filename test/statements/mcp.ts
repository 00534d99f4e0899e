/** What executes the statements of docs/how-to/mcp.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'Millrace implements both': prose,
  'The server is at /mcp': [
    'mcp: the endpoint is served below the API prefix and at the root',
    'mcp: accepts an API key as well as a bearer token',
    'docs-mcp: shows how a client is set up, and a workflow that is published',
    'mcp: offers no listening stream and no session to delete',
  ],
  'Create a token': [
    'mcp: a viewer sees only the read-only tools and cannot call the others',
    'mcp: %s sees all tools',
  ],
  'table Workflows as tools': ['docs-mcp: lists the tools of the service with what they need and take'],
  'A workflow is': [
    'mcp: runs a workflow and returns its outputs',
    'mcp: a run that takes longer than the wait can be inspected and cancelled later',
    'mcp: a question ends the wait, is listed and can be answered',
    'mcp: a failed run returns its error',
    'mcp: a closed connection ends the wait while the execution continues',
    'docs-numbers: $page states $sentence',
  ],
  'Without a client': ['sessions: the session in %s gets the answers that it shows'],
  'A workflow with': ['docs-mcp: shows how a client is set up, and a workflow that is published'],
  'The name is tool.name': [
    'triggers: has the name and description of the workflow unless others are given',
    'triggers: is not published with %s',
  ],
  'The parameters are': [
    'triggers: takes the schema of the start node if that is an object',
    'mcp: accepts any arguments if it has no launch schema',
    'mcp: an invalid launch schema does not break the list of tools',
  ],
  'The result is': [
    'mcp: is a tool with its launch schema that returns the outputs',
    'mcp: returns the open question or the error of its run',
    'docs-numbers: $page states $sentence',
  ],
  'A name belongs to': [
    'mcp: a taken tool name stays with its first workflow, and the save of the second warns',
    'mcp: the list of reserved tool names matches the tools of the service',
  ],
  'Imported workflows are': ['mcp: an imported workflow is published only after a person saves it'],
  'An mcp_tools node': [
    'agent-tools: calls tools of an MCP server, passes their failures to the model and leaks no key',
  ],
  'transport |': [
    'docs-mcp: lists the settings of mcp_tools and the limits',
    'mcp-sse: lists its tools and calls them, with the headers on every request',
    'mcp-stdio: starts a program and calls it, without the environment of the service',
  ],
  'url |': ['mcp: at a private address is not called unless it is allowed', 'mcp: cannot redirect the client'],
  'credential |': [
    'mcp-credentials: gets %s with every request, and the run contains no secret',
    'mcp-credentials: at a host that the credential does not name is not called',
  ],
  'headers |': ['mcp: accepts a streamed or a JSON response, and sends its arguments and headers'],
  'include |': ['tool-box: offers the named tools of an MCP server, or all'],
  'command |': ['mcp-stdio: rejects settings without a command', 'world: a flow with a stdio transport is rejected'],
  'args |': ['docs-mcp: lists the settings of mcp_tools and the limits'],
  'A program gets PATH': ['mcp-stdio: starts a program and calls it, without the environment of the service'],
  'A tool whose schema': [
    'mcp: keeps the valid tools of a list that also has invalid ones',
    'mcp: of the older transport is reported differently from one that does not exist',
    'mcp-sse: a lost stream fails the running call, and the next call opens a new stream',
  ],
  'Structured content is': [
    'mcp: %s becomes a plain value',
    'mcp: masks header values in results and errors',
    'mcp-credentials: gets %s with every request, and the run contains no secret',
  ],
  'connect; one page': [
    'docs-mcp: lists the settings of mcp_tools and the limits',
    'mcp: that hangs at any point runs into the timeout',
  ],
  'a call without': [
    'docs-mcp: lists the settings of mcp_tools and the limits',
    'mcp: without a response runs into the timeout and is retryable',
  ],
  'a call that reports progress': ['docs-mcp: lists the settings of mcp_tools and the limits'],
  'one response |': [
    'docs-mcp: lists the settings of mcp_tools and the limits',
    'mcp: fails if its response is too large, streamed or not, without affecting others',
  ],
  'tools of one server': [
    'docs-mcp: lists the settings of mcp_tools and the limits',
    'mcp: stops at the maximum number of tools, also if the server has endless pages',
  ],
  'an unused connection': [
    'docs-mcp: lists the settings of mcp_tools and the limits',
    'mcp: is reopened after it was closed as idle',
  ],
  TOOL_FAILED: [
    'mcp: fails with the error text of the tool, shortened',
    'mcp: fails with the error text of the server if the server rejects it',
  ],
  TIMED_OUT: ['mcp: without a response runs into the timeout and is retryable'],
  UPSTREAM_FAILED: [
    'mcp: that refuses the connection is a retryable failure',
    'mcp: that responds with status %s fails the call',
  ],
  RESPONSE_TOO_LARGE: ['mcp: fails if its response is too large, streamed or not, without affecting others'],
  EGRESS_DENIED: ['mcp: at a private address is not called unless it is allowed'],
  REDIRECT_REFUSED: ['mcp: cannot redirect the client'],
  MCP_STDIO_OFF: ['mcp: %s'],
  MCP_STDIO_FAILED: ['mcp-stdio: reports the name of a program that does not exist'],
  INVALID_CONFIG: ['mcp-stdio: rejects settings without a command', 'mcp-sse: reports what is wrong with the address'],
  '"Retried" applies if': prose,
} satisfies Statements
