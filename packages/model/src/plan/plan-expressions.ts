/** The expressions of a node in a plan. */
import { parseExpressionText, type TextPart } from '../expressions/expression-text.ts'
import { readExpressions } from '../expressions/expressions.ts'
import type { NodeNames } from '../expressions/node-names.ts'
import { firstNames, nodeReferences, usesWholeScope } from '../expressions/references.ts'
import type { ResolvedNode } from '../validate/resolved-graph.ts'

/** The settings of a node that are computed when it runs, and the values that they use. */
export interface PlanExpressions {
  readonly settings: readonly PlanExpression[]
  /** Inputs of the node that are used; absent if an expression may use all of them. */
  readonly inputs?: readonly string[]
  /** The other nodes that are used, by the names in the expressions. */
  readonly nodes: readonly PlanReference[]
  /** Whether the launch inputs are used. */
  readonly launch?: true
}

export interface PlanExpression {
  /** A JSON pointer into the config, without the leading slash. */
  readonly setting: string
  readonly parts: readonly TextPart[]
}

export interface PlanReference {
  /** The id or machine name that the expressions use. */
  readonly name: string
  /** By number in `nodes` of the plan. */
  readonly node: number
  /** The outputs that are used; absent if all of them may be. */
  readonly ports?: readonly string[]
}

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
