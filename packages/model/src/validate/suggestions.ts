/** Suggestions for a valid workflow. Limited to a few. */
import { type Catalogue, goTogether } from '../catalogue.ts'
import { nameOf, short, titleOf } from '../workflow/workflow.ts'
import { lacksValue } from './graph-rules.ts'
import { problem, type ValidationProblem } from './problem.ts'
import { isAnnotation, type ResolvedGraph, type ResolvedNode } from './resolved-graph.ts'

const MOST_OF_A_KIND = 20

export function* suggestions({ nodes }: ResolvedGraph, catalogue: Catalogue): Iterable<ValidationProblem> {
  const real = nodes.filter((one) => !isAnnotation(one))
  if (real.length === 0) {
    yield problem('empty', {})
    return
  }
  if (!real.some((one) => one.type?.category === 'triggers')) {
    yield problem('addStart', {})
  }
  yield* namesakes(real)
  yield* looseEnds(real, catalogue)
}

const LONGER = { unnamed: 'manyUnnamed', sameName: 'manySameName' } as const

function* namesakes(nodes: readonly ResolvedNode[]): Iterable<ValidationProblem> {
  const byLabel = Map.groupBy(nodes, ({ node }) => titleOf(node))
  let said = 0
  for (const [label, group] of byLabel) {
    const first = group[0]
    if (first === undefined || (label !== '' && group.length < 2) || said++ >= MOST_OF_A_KIND) continue
    const ids = group.slice(0, 5).map((one) => `"${short(one.node.id)}"`)
    const values = { nodes: ids.join(', '), name: short(label), count: group.length - ids.length }
    const key = label === '' ? 'unnamed' : 'sameName'
    yield problem(values.count === 0 ? key : LONGER[key], values, { nodeId: first.node.id })
  }
}

function* looseEnds(nodes: readonly ResolvedNode[], catalogue: Catalogue): Iterable<ValidationProblem> {
  let said = 0
  for (const target of nodes) {
    for (const port of target.ports?.inputs.values() ?? []) {
      if (!lacksValue(target, port.id)) continue
      if (said++ >= MOST_OF_A_KIND) return
      const wanted = { dataType: port.dataType, takes: (from: string) => goTogether(catalogue, from, port.dataType) }
      const source = nearestSource(target, wanted, nodes)
      if (source === undefined) continue
      const values = {
        source: nameOf(source.node.node),
        output: source.port,
        target: nameOf(target.node),
        input: port.id,
      }
      yield problem('connect', values, { nodeId: target.node.id, portId: port.id })
    }
  }
}

/** The data type of an input without a source. */
interface Wanted {
  readonly dataType: string
  readonly takes: (dataType: string) => boolean
}

/** The closest node on the canvas with a compatible output. */
function nearestSource(target: ResolvedNode, wanted: Wanted, nodes: readonly ResolvedNode[]) {
  let best: { node: ResolvedNode; port: string } | undefined
  let shortest = Number.POSITIVE_INFINITY
  for (const node of nodes) {
    if (node === target || follows(target, node)) continue
    const distance = distanceBetween(node, target)
    if (distance >= shortest) continue
    const port = fittingOutput(node, wanted)
    if (port === undefined) continue
    best = { node, port }
    shortest = distance
  }
  return best
}

function fittingOutput(node: ResolvedNode, { dataType, takes }: Wanted): string | undefined {
  const outputs = [...(node.ports?.outputs.values() ?? [])]
  const usable = outputs.filter((port) => port.dataType !== 'trigger' && port.id !== 'error')
  const exact = usable.find((port) => port.dataType === dataType)
  return (exact ?? usable.find((port) => takes(port.dataType)))?.id
}

/** Whether `node` directly follows `from`, so that an edge back would be a cycle. */
function follows(from: ResolvedNode, node: ResolvedNode): boolean {
  for (const edges of from.leaving.values()) if (edges.some((edge) => edge.target === node)) return true
  return false
}

function distanceBetween(a: ResolvedNode, b: ResolvedNode): number {
  const from = a.node.position
  const to = b.node.position
  if (from === undefined || to === undefined) return Math.abs(a.at - b.at)
  return Math.hypot(from.x - to.x, from.y - to.y)
}
