/** Findings by node: the worst decides the mark, all of them are said. */
import type { ValidationProblem } from '@millrace/model'
import type { NodeMark } from '../canvas/marks.ts'

const MOST_SAID = 4
/** What is loose while a workflow is being drawn is told in the panel, and not painted onto every new node. */
const QUIET = new Set(['DISCONNECTED_NODE', 'UNREACHABLE_NODE'])

export function problemMarks(problems: readonly ValidationProblem[]): ReadonlyMap<string, NodeMark> {
  const byNode = Map.groupBy(
    problems.filter((one) => one.nodeId !== undefined && one.severity !== 'suggestion' && !QUIET.has(one.code)),
    (one) => one.nodeId ?? '',
  )
  return new Map(
    [...byNode].map(([id, list]) => {
      const severity = list.some((one) => one.severity === 'error') ? ('error' as const) : ('warning' as const)
      const said = list.slice(0, MOST_SAID).map((one) => one.message)
      return [id, { severity, tip: said.join('\n') + (list.length > MOST_SAID ? ' …' : '') }]
    }),
  )
}

/** Messages by JSON pointer, for the form of one node. */
export function fieldProblems(problems: readonly ValidationProblem[], node: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { nodeId, path, message, severity } of problems) {
    if (nodeId !== node || path === undefined || severity === 'suggestion' || found.has(path)) continue
    found.set(path, message.replace(/^Node (".*?"|\S+)( \([^)]*\))?:? /, ''))
  }
  return found
}
