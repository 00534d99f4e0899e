/** Every task of the worker threads. The main thread imports only the type of this list. */
export const TASKS = {
  'parse-yaml': () => import('./tasks/parse-yaml.ts'),
  'validate-graph': () => import('./tasks/validate-graph.ts'),
  'rule-reply': () => import('./tasks/rule-reply.ts'),
}
