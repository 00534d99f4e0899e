/** Problems by node: the worst severity decides the mark, and the tooltip lists all of them. */
import type { ValidationProblem } from '@millrace/model'
import type { NodeMark } from '../graph/node-marks.ts'
import type { TranslateMessage } from '../i18n/messages.ts'

const MAX_MESSAGES = 4
/** Only shown in the panel: while a workflow is built, they would mark every new node. */
const PANEL_ONLY = new Set(['DISCONNECTED_NODE', 'UNREACHABLE_NODE'])

/** Unchanged marks keep the identity they have in `before`, so that their nodes are not rendered again. */
export function problemMarks(
  problems: readonly ValidationProblem[],
  translate: TranslateMessage,
  before: ReadonlyMap<string, NodeMark> = new Map(),
): ReadonlyMap<string, NodeMark> {
  const byNode = Map.groupBy(
    problems.filter((one) => one.nodeId !== undefined && one.severity !== 'suggestion' && !PANEL_ONLY.has(one.code)),
    (one) => one.nodeId ?? '',
  )
  return new Map(
    [...byNode].map(([id, list]) => {
      const severity = list.some((one) => one.severity === 'error') ? ('error' as const) : ('warning' as const)
      const messages = list.slice(0, MAX_MESSAGES).map((one) => translate(one.message))
      const tip = messages.join('\n') + (list.length > MAX_MESSAGES ? ' …' : '')
      const known = before.get(id)
      return [id, known?.severity === severity && known.tip === tip ? known : { severity, tip }]
    }),
  )
}

/** A message in a form needs no name of the node. */
const NODE_NAME = /^(?:Node|Knoten) (["„].*?["“]|\S+)( \([^)]*\))?:? /

/** The JSON pointers of settings of one node whose text does not parse. */
export function unparsedSettings(problems: readonly ValidationProblem[], node: string): ReadonlySet<string> {
  const found = problems.filter(({ nodeId, code }) => nodeId === node && UNPARSED.has(code))
  return new Set(found.flatMap(({ path }) => path ?? []))
}

const UNPARSED: ReadonlySet<string> = new Set(['BAD_EXPRESSION', 'BAD_TEMPLATE'])

/** Messages by JSON pointer, for the form of one node. */
export function fieldProblems(
  problems: readonly ValidationProblem[],
  node: string,
  translate: TranslateMessage,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { nodeId, path, message, severity } of problems) {
    if (nodeId !== node || path === undefined || severity === 'suggestion' || found.has(path)) continue
    const text = translate(message).replace(NODE_NAME, '')
    found.set(path, text.charAt(0).toUpperCase() + text.slice(1))
  }
  return found
}
