/** The expressions of a node in a plan. */
import type { PlanExpression, PlanExpressions, PlanReference } from '../expressions/compiled.ts'
import { parseExpressionText } from '../expressions/expression-text.ts'
import { readExpressions } from '../expressions/expressions.ts'
import type { NodeNames } from '../expressions/node-names.ts'
import { firstNames, nodeReferences, usesWholeScope } from '../expressions/references.ts'
import type { ResolvedNode } from '../validate/resolved-graph.ts'

/** The expressions of a node; undefined if it has none. `numberOf` is the number of a step in the plan. */
export function planExpressions(
  { node }: ResolvedNode,
  names: NodeNames<ResolvedNode>,
  numberOf: (node: ResolvedNode) => number | undefined,
): PlanExpressions | undefined {
  const settings = Object.entries(readExpressions(node)).flatMap(([setting, text]): PlanExpression[] => {
    const parsed = parseExpressionText(text)
    return parsed.ok ? [{ setting, parts: parsed.parts }] : []
  })
  if (settings.length === 0) return undefined
  const sources = settings.flatMap(({ parts }) =>
    parts.flatMap((part) => (typeof part === 'string' ? [] : part.source)),
  )
  const inputs = new Set(sources.flatMap((source) => [...firstNames(source)]))
  return {
    settings,
    ...(sources.some(usesWholeScope) ? {} : { inputs: [...inputs].sort() }),
    nodes: referencesIn(sources, names, numberOf),
    ...(inputs.has('launch') || sources.some(usesWholeScope) ? { launch: true } : {}),
  }
}

function referencesIn(
  sources: readonly string[],
  names: NodeNames<ResolvedNode>,
  numberOf: (node: ResolvedNode) => number | undefined,
): PlanReference[] {
  const portsByName = new Map<string, Set<string> | 'all'>()
  for (const { name, path } of sources.flatMap(nodeReferences)) {
    const ports = portsByName.get(name) ?? new Set<string>()
    const [port] = path
    if (port === undefined || ports === 'all') portsByName.set(name, 'all')
    else portsByName.set(name, ports.add(port))
  }
  return [...portsByName].flatMap(([name, ports]) => {
    const [only] = names.named(name)
    const node = only && numberOf(only)
    return node === undefined ? [] : [{ name, node, ...(ports === 'all' ? {} : { ports: [...ports].sort() }) }]
  })
}
