/** What executes the statements of docs/how-to/agents.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'A simple_agent calls': [
    'run-agent: run in parallel and return results in the order of the calls',
    'power-cut: an agent reaches the same result after any power cut and repeats no completed call',
  ],
  'With the service running': ['sessions: the session in %s gets the answers that it shows'],
  'Tools are nodes': ['docs-models: lists the types that can be tools'],
  'table Tools': [
    'docs-models: lists the types that can be tools',
    'agents: uses a workflow as a tool with the schema of its start node',
    'agent-tools: calls tools of an MCP server, passes their failures to the model and leaks no key',
  ],
  'Name:': ['tool-schema: names %s as %s', 'docs-numbers: $page states $sentence'],
  'Description:': ['tool-box: a tool has the description of its node, otherwise that of its type or workflow'],
  'Arguments:': [
    'run-agent: log a keyword in a tool schema that only the tool can check',
    'agents: uses a workflow as a tool with the schema of its start node',
    'agents: uses nodes as tools: every call is a job and in the log, and its tokens are counted',
  ],
  'Settings:': ['tool-box: the result of a tool contains none of its secrets'],
  'A tool node runs': [
    'node-statuses: a tool that no agent has called is idle during the run and skipped after it',
    'launch-guard: cannot call a tool that has no host in its settings',
    'launch-guard: may choose another path but not another host',
  ],
  'Turns.': [
    'run-agent: the turn limit reports the last response and skips calls without a following turn',
    'docs-numbers: $page states $sentence',
  ],
  'Parallel calls. The': [
    'run-agent: are limited to ten in parallel and fifty in total',
    'run-agent: limits a thousand calls in one turn without logging each one',
    'run-agent: return undefined as null and mark a truncated result',
    'docs-numbers: $page states $sentence',
  ],
  'A failed call': ['agents: passes the failure of a tool to the model and continues'],
  'table The loop': [
    'docs-models: lists the codes that a call or an agent can end with',
    'run-agent: contain argument errors, unless only the tool can check them',
    'run-agent: asks only for the listed tools, by name or label, with an expiry',
    'power-cut: otherwise fails, and the model is informed',
  ],
  'Structured answer. With': ['run-agent: retries an invalid answer once with all errors'],
  'Retries.': ['agents: a retry repeats no tool call and no log line, and counts every token once'],
  'The agent itself fails': ['docs-models: lists the codes that a call or an agent can end with'],
  'With approveTools': [
    'run-agent: asks only for the listed tools, by name or label, with an expiry',
    'agents: asks for approval before a tool call and continues after the answer',
  ],
  'All questions of a turn': [
    'run-agent: asks for all approvals of a turn before its first call and repeats nothing',
    'run-agent: does not ask about an invalid call',
  ],
  'A tool that is a workflow': [
    'called-workflows: occupies no slot while it waits for a person',
    'suspension: the child execution of an agent tool keeps running',
    'docs-numbers: $page states $sentence',
  ],
  'The history of': ['power-cut: an agent reaches the same result after any power cut and repeats no completed call'],
  'table What is recorded': [
    'power-cut: an agent reaches the same result after any power cut and repeats no completed call',
    'run-agent: retries an invalid answer once with all errors',
  ],
  'Each note has': [
    'node-runner: logs and usage are stored once with the next note, without secrets',
    'power-cut: keeps its number if its tool is gone',
  ],
  'Calls are numbered': ['power-cut: is repeated with the same key if that is safe'],
  'The step runs': ['power-cut: an agent reaches the same result after any power cut and repeats no completed call'],
  'table What a crash does': ['docs-models: names tests that exist'],
  'Every call is a job': ['docs-models: the job of a tool is as shown'],
  'node_statuses has the tool': [
    'agents: uses nodes as tools: every call is a job and in the log, and its tokens are counted',
    'agents: streams each of its actions once while it runs',
    'run-agent: streams the text of every turn, separated by empty lines',
  ],
} satisfies Statements
