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
    'docs-numbers: $page says $sentence',
  ],
  'Without a client': ['sessions: the session in %s gets the answers that it shows'],
  'A workflow with': ['docs-mcp: shows how a client is set up, and a workflow that is published'],
  'The name is tool.name': [
    'triggers: has the name and description of the workflow unless it is given others',
    'triggers: is none with %s',
  ],
  'The parameters are': [
    'triggers: takes what the start node asks for, if that is an object',
    'mcp: accepts any arguments if it has no launch schema',
    'mcp: an invalid launch schema does not break the list of tools',
  ],
  'The result is': [
    'mcp: is a tool with its launch schema that returns the outputs',
    'mcp: returns the open question or the error of its run',
    'docs-numbers: $page says $sentence',
  ],
  'A name belongs to': [
    'mcp: a taken tool name stays with its first workflow, and the save of the second warns',
    'mcp: the list of reserved tool names matches the tools of the service',
  ],
  'Imported workflows are': ['mcp: an imported workflow is published only after a person saves it'],
  'An mcp_tools node': [
    'agent-tools: tools of an MCP server are called; their failures are told, and no key of theirs comes back',
  ],
  'transport |': [
    'docs-mcp: lists the settings of mcp_tools and the limits',
    'mcp-sse: lists its tools and calls them, with the headers on every request',
    'mcp-stdio: a program is started, asked, and sees nothing of our environment but the usual',
  ],
  'url |': ['mcp: at a private address is not called unless that is allowed', 'mcp: leads nowhere else by a redirect'],
  'headers |': ['mcp: is answered as a stream or as one piece, and brings its arguments and headers'],
  'include |': ['tool-box: of the tools of an MCP server only those that are named are offered, or all'],
  'command |': ['mcp-stdio: a command is needed', 'world: a flow that would start programs is refused'],
  'args |': ['docs-mcp: lists the settings of mcp_tools and the limits'],
  'A program gets PATH': ['mcp-stdio: a program is started, asked, and sees nothing of our environment but the usual'],
  'A tool whose schema': [
    'mcp: keeps what is good of a list with something bad in it',
    'mcp: that speaks only the older way is told apart from one that is not there',
    'mcp-sse: a stream that breaks off fails the call under way, and the next call opens a new one',
  ],
  'Structured content is': ['mcp: %s becomes a plain value', 'mcp: gives back no header that it was sent'],
  'connect; one page': [
    'docs-mcp: lists the settings of mcp_tools and the limits',
    'mcp: that hangs is given up, wherever it hangs',
  ],
  'a call without': [
    'docs-mcp: lists the settings of mcp_tools and the limits',
    'mcp: that is never answered fails in time, and may be tried again',
  ],
  'a call that reports progress': ['docs-mcp: lists the settings of mcp_tools and the limits'],
  'one response |': [
    'docs-mcp: lists the settings of mcp_tools and the limits',
    'mcp: fails at an answer that is too large, streamed or not, and others go on',
  ],
  'tools of one server': [
    'docs-mcp: lists the settings of mcp_tools and the limits',
    'mcp: has an end, also where a server has none',
  ],
  'an unused connection': [
    'docs-mcp: lists the settings of mcp_tools and the limits',
    'mcp: is opened again after it was idle',
  ],
  TOOL_FAILED: ['mcp: fails with what the tool said, cut', 'mcp: fails with what the server said when it refuses'],
  TIMED_OUT: ['mcp: that is never answered fails in time, and may be tried again'],
  UPSTREAM_FAILED: ['mcp: that is not there may be there later', 'mcp: that answers %s is a failure'],
  RESPONSE_TOO_LARGE: ['mcp: fails at an answer that is too large, streamed or not, and others go on'],
  EGRESS_DENIED: ['mcp: at a private address is not called unless that is allowed'],
  REDIRECT_REFUSED: ['mcp: leads nowhere else by a redirect'],
  MCP_STDIO_OFF: ['mcp: %s'],
  MCP_STDIO_FAILED: ['mcp-stdio: a program that is not there is a failure that names it'],
  INVALID_CONFIG: ['mcp-stdio: a command is needed', 'mcp-sse: says what is wrong with the address'],
  '"Retried" applies if': prose,
} satisfies Statements
