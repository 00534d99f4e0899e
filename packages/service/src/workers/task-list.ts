/** Every task of the worker threads. The main thread imports only the type of this list. */
export const TASKS = {
  'find-json-fault': () => import('./tasks/find-json-fault.ts'),
  'parse-yaml': () => import('./tasks/parse-yaml.ts'),
  'print-yaml': () => import('./tasks/print-yaml.ts'),
  'diff-versions': () => import('./tasks/diff-versions.ts'),
  'validate-graph': () => import('./tasks/validate-graph.ts'),
  'plan-graph': () => import('./tasks/plan-graph.ts'),
  'check-agent-spec': () => import('./tasks/check-agent-spec.ts'),
  'export-agent-spec': () => import('./tasks/export-agent-spec.ts'),
  'import-agent-spec': () => import('./tasks/import-agent-spec.ts'),
  'read-flow': () => import('./tasks/read-flow.ts'),
  'accept-flow': () => import('./tasks/accept-flow.ts'),
  'compile-flow': () => import('./tasks/compile-flow.ts'),
  'send-flow': () => import('./tasks/send-flow.ts'),
  'rule-reply': () => import('./tasks/rule-reply.ts'),
  'read-json': () => import('./tasks/read-json.ts'),
  'run-node': () => import('./tasks/run-node.ts'),
}
