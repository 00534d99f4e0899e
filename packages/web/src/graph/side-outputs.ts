/** Outputs that describe the result instead of being it. */
const SIDE_OUTPUTS: ReadonlySet<string> = new Set([
  'headers',
  'query',
  'method',
  'usage',
  'steps',
  'errors',
  'groups',
  'logs',
  'missing_variables',
  'finish_reason',
])

export function isSideOutput({ id, type }: { readonly id: string; readonly type: string }): boolean {
  return type === 'output' && SIDE_OUTPUTS.has(id)
}
