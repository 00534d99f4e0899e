/** Every task of the worker threads, by name. Only the threads import this list. */
import type { WorkerTaskList } from './platform/workers/workers.ts'

export const TASKS: WorkerTaskList = {
  'find-json-fault': () => import('./http/tasks/find-json-fault.ts'),
  'parse-yaml': () => import('./workflows/tasks/parse-yaml.ts'),
  'print-yaml': () => import('./workflows/tasks/print-yaml.ts'),
  'diff-versions': () => import('./workflows/tasks/diff-versions.ts'),
  'validate-graph': () => import('./workflows/tasks/validate-graph.ts'),
  'plan-graph': () => import('./workflows/tasks/plan-graph.ts'),
  'check-agent-spec': () => import('./agentspec/tasks/check-agent-spec.ts'),
  'export-agent-spec': () => import('./agentspec/tasks/export-agent-spec.ts'),
  'import-agent-spec': () => import('./agentspec/tasks/import-agent-spec.ts'),
  'read-flow': () => import('./agentspec/tasks/read-flow.ts'),
  'accept-flow': () => import('./agentspec/tasks/accept-flow.ts'),
  'compile-flow': () => import('./agentspec/tasks/compile-flow.ts'),
  'send-flow': () => import('./agentspec/tasks/send-flow.ts'),
  'rule-reply': () => import('./assistant/tasks/rule-reply.ts'),
  'read-json': () => import('./effects/tasks/read-json.ts'),
  'run-node': () => import('./executions/tasks/run-node.ts'),
}
