/** What executes the statements of docs/how-to/agents.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'A simple_agent calls': [
    'run-agent: are made side by side, and told in the order in which the model wanted them',
    'power-cut: whatever is cut off comes to the same end, and nothing that ended is done again',
  ],
  'With the service running': ['sessions: the session in %s gets the answers that it shows'],
  'Tools are nodes': ['docs-models: lists the types that can be tools'],
  'table Tools': [
    'docs-models: lists the types that can be tools',
    'agents: uses a workflow as a tool with the schema of its start node',
    'agent-tools: calls tools of an MCP server, passes their failures to the model and leaks no key',
  ],
  'Name:': ['tool-schema: names %s as %s', 'docs-numbers: $page says $sentence'],
  'Description:': ['tool-box: a tool has the description of its node, otherwise that of its type or workflow'],
  'Arguments:': [
    'agents: uses a workflow as a tool with the schema of its start node',
    'agents: uses nodes as tools: every call is a job and in the log, and its tokens are counted',
  ],
  'Settings:': ['tool-box: the result of a tool contains none of its secrets'],
  'A tool node runs': [
    'node-statuses: a tool that no agent has called is idle during the run and skipped after it',
    'closed-settings: cannot call a tool that has no host in its settings',
    'closed-settings: may choose another path but not another host',
  ],
  'Turns.': [
    'run-agent: the turn limit says what the model said last, and makes no call that nobody hears of',
    'docs-numbers: $page says $sentence',
  ],
  'Parallel calls. The': [
    'run-agent: are at most ten at once and fifty in all',
    'run-agent: a thousand calls at once are not made, and neither told nor logged one by one',
    'run-agent: nothing as null, and a long result cut, which is said',
    'docs-numbers: $page says $sentence',
  ],
  'A failed call': ['agents: passes the failure of a tool to the model and continues'],
  'table The loop': [
    'docs-models: lists the codes that a call or an agent can end with',
    'run-agent: arguments that do not fit, unless only the tool can tell',
    'run-agent: only the named tools need one, by name or label, and a question may expire',
    'power-cut: is otherwise a failure that the model is told of',
  ],
  'Structured answer. With': ['run-agent: an answer that does not fit is repaired once, with all that is wrong'],
  'Retries.': ['agents: a retry repeats no tool call and no log line, and counts every token once'],
  'The agent itself fails': ['docs-models: lists the codes that a call or an agent can end with'],
  'With approveTools': [
    'run-agent: only the named tools need one, by name or label, and a question may expire',
    'agents: asks for approval before a tool call and continues after the answer',
  ],
  'All questions of a turn': [
    'run-agent: all of a turn are asked for before any call of it is made, and nothing is done twice',
    'run-agent: a call that cannot be made is not asked about',
  ],
  'A tool that is a workflow': [
    'called-workflows: occupies no slot while it waits for a person',
    'suspension: the child execution of an agent tool keeps running',
    'docs-numbers: $page says $sentence',
  ],
  'The history of': ['power-cut: whatever is cut off comes to the same end, and nothing that ended is done again'],
  'table What is recorded': [
    'power-cut: whatever is cut off comes to the same end, and nothing that ended is done again',
    'run-agent: an answer that does not fit is repaired once, with all that is wrong',
  ],
  'Each note has': [
    'node-runner: logs and usage are stored once with the next note, without secrets',
    'power-cut: keeps its place when its tool is gone',
  ],
  'Calls are numbered': ['power-cut: is made again where that does no harm, with the same key'],
  'The step runs': ['power-cut: whatever is cut off comes to the same end, and nothing that ended is done again'],
  'table What a crash does': ['docs-models: names tests that exist'],
  'Every call is a job': ['docs-models: the job of a tool is as shown'],
  'node_statuses has the tool': [
    'agents: uses nodes as tools: every call is a job and in the log, and its tokens are counted',
    'agents: streams each of its actions once while it runs',
    'run-agent: the text of every turn is shown as it arrives, a turn apart',
  ],
} satisfies Statements
