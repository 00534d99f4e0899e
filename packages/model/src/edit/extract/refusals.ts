/** Why a selection cannot become a sub-workflow. */

import { parseExpressionText } from '../../expressions/expression-text.ts'
import { readExpressions } from '../../expressions/expressions.ts'
import { NodeNames } from '../../expressions/node-names.ts'
import { firstNames, nodeReferences, usesWholeScope } from '../../expressions/references.ts'
import { isOutputType } from '../../extensions.ts'
import { findLoops, loopsAround } from '../../graph/loops.ts'
import { edgeKind } from '../../validate/edge-kinds.ts'
import { loopHeadsOf } from '../../validate/loop-heads.ts'
import {
  isAnnotation,
  isUsedAsTool,
  LOOP_BACK,
  type ResolvedEdge,
  type ResolvedNode,
} from '../../validate/resolved-graph.ts'
import { titleOf } from '../../workflow/workflow.ts'
import type { Boundary } from './boundary.ts'

export type ExtractReason =
  | 'empty'
  | 'unknown'
  | 'trigger'
  | 'input'
  | 'output'
  | 'tool'
  | 'loop'
  | 'between'
  | 'order'
  | 'start'
  | 'branch'
  | 'reference'
  | 'scope'

/** The reason, and the nodes that it is about. */
export interface ExtractRefusal {
  readonly reason: ExtractReason
  readonly node: string
  readonly other: string
}

const nameOf = ({ node }: ResolvedNode) => titleOf(node) || node.id

export function extractRefusal(boundary: Boundary): ExtractRefusal | undefined {
  return (
    typeRefusal(boundary) ??
    toolRefusal(boundary) ??
    loopRefusal(boundary) ??
    betweenRefusal(boundary) ??
    orderRefusal(boundary) ??
    startRefusal(boundary) ??
    branchRefusal(boundary) ??
    expressionRefusal(boundary)
  )
}

function because(reason: ExtractReason, node?: ResolvedNode, other?: ResolvedNode): ExtractRefusal {
  return { reason, node: node ? nameOf(node) : '', other: other ? nameOf(other) : '' }
}

/** Nodes that work only in the workflow that was started: they start it, take its inputs, or give its outputs. */
function typeRefusal({ inside }: Boundary): ExtractRefusal | undefined {
  const steps = [...inside].filter((one) => !isAnnotation(one))
  if (steps.length === 0) return because('empty')
  for (const one of steps) {
    if (one.type === undefined) return because('unknown', one)
    if (one.type.category === 'triggers') return because('trigger', one)
    if (one.type.category === 'inputs') return because('input', one)
    if (one.type.category === 'outputs' || one.type.type === 'terminal' || isOutputType(one.type)) {
      return because('output', one)
    }
  }
  return undefined
}

function toolRefusal({ into, out }: Boundary): ExtractRefusal | undefined {
  const edge = [...into, ...out].find(({ sourcePort }) => sourcePort?.dataType === 'tool')
  return edge && because('tool', edge.source, edge.target)
}

/** A loop is extracted with its whole body; other nodes must all be in the body of the same loop, or in none. */
function loopRefusal({ graph, inside }: Boundary): ExtractRefusal | undefined {
  const { nodes, edges } = graph
  const heads = loopHeadsOf(nodes)
  if (heads.length === 0) return undefined
  const ends = edges.map((edge) => ({
    from: edge.source.at,
    to: edge.target.at,
    fromPort: edge.sourcePortId,
    isBack: edge.targetPortId === LOOP_BACK,
  }))
  const { loopOf, parents } = findLoops(nodes.length, ends, heads)
  const headOf = (loop: number) => nodes[heads[loop]?.node ?? -1]
  const isInside = (loop: number) => inside.has(headOf(loop) ?? NOBODY)
  for (const one of nodes) {
    const around = loopsAround(loopOf[one.at] ?? -1, parents)
    const extracted = around.find((loop) => loop >= 0 && isInside(loop))
    if (extracted !== undefined && !inside.has(one)) return because('loop', headOf(extracted), one)
  }
  // Notes and groups are in no loop.
  const steps = [...inside].filter((one) => !isAnnotation(one))
  const levels = steps.map(({ at }) =>
    loopsAround(loopOf[at] ?? -1, parents).find((loop) => loop < 0 || !isInside(loop)),
  )
  const other = levels.findIndex((level) => level !== levels[0])
  if (other < 0) return undefined
  const loop = Math.max(levels[0] ?? -1, levels[other] ?? -1)
  return because('loop', headOf(loop), steps[other])
}

const NOBODY = {} as ResolvedNode

/** A node outside that a selected node leads to and that leads to a selected node: the calls would form a cycle. */
function betweenRefusal({ graph, inside }: Boundary): ExtractRefusal | undefined {
  const forward = graph.edges.filter(({ targetPortId }) => targetPortId !== LOOP_BACK)
  const next = Map.groupBy(forward, ({ source }) => source)
  const seen = new Set<ResolvedNode>()
  const open = [...inside]
    .flatMap((one) => (next.get(one) ?? []).map(({ target }) => target))
    .filter((one) => !inside.has(one))
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (seen.has(one)) continue
    seen.add(one)
    for (const { target } of next.get(one) ?? []) {
      if (inside.has(target)) return because('between', one, target)
      open.push(target)
    }
  }
  return undefined
}

/** The call has one order: nodes that start under other conditions would start with it. */
function orderRefusal({ inside, into, isOrder, graph }: Boundary): ExtractRefusal | undefined {
  const [first] = into.filter(isOrder)
  if (first === undefined) return undefined
  const fed = new Set(
    graph.edges
      .filter(({ source, targetPortId }) => inside.has(source) && targetPortId !== LOOP_BACK)
      .map(({ target }) => target),
  )
  const isSame = ({ source, sourcePortId }: ResolvedEdge) =>
    source === first.source && sourcePortId === first.sourcePortId
  for (const edge of into) if (isOrder(edge) && !isSame(edge)) return because('order', first.target, edge.target)
  for (const one of inside) {
    if (isAnnotation(one)) continue
    if (fed.has(one) || isUsedAsTool(one)) continue
    if (!into.some((edge) => edge.target === one && isSame(edge))) return because('order', first.target, one)
  }
  return undefined
}

/** The call is skipped with its inputs, but a node without a connection to it runs in every execution. */
function startRefusal({ inside, into }: Boundary): ExtractRefusal | undefined {
  const uncertain = into.find(mayBeSkipped)
  if (uncertain === undefined) return undefined
  const isStart = (one: ResolvedNode) =>
    !isAnnotation(one) && !isUsedAsTool(one) && [...one.arriving.keys()].every((port) => port === LOOP_BACK)
  const start = [...inside].find(isStart)
  return start && because('start', start, uncertain.source)
}

/** Whether an edge comes from a branch or a failure, directly or through other nodes. */
function mayBeSkipped(edge: ResolvedEdge): boolean {
  const seen = new Set<ResolvedEdge>()
  const open = [edge]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (seen.has(one) || one.targetPortId === LOOP_BACK) continue
    seen.add(one)
    const kind = edgeKind(one)
    if (kind === 'branch' || kind === 'error' || (kind === 'trigger' && one.sourcePortId !== 'trigger')) return true
    open.push(...[...one.source.arriving.values()].flat())
  }
  return false
}

/** A branch that leaves becomes an output with a value: where it joins other connections, both would run the target. */
function branchRefusal({ out, inside, graph, isOrder }: Boundary): ExtractRefusal | undefined {
  for (const edge of out.filter((one) => isOrder(one) && one.targetPort?.dataType !== 'trigger')) {
    const others = graph.edges.filter(({ target, source }) => target === edge.target && !inside.has(source))
    if (others.length > 0) return because('branch', edge.source, edge.target)
  }
  return undefined
}

function expressionRefusal({ graph, inside }: Boundary): ExtractRefusal | undefined {
  const names = new NodeNames(graph.nodes)
  for (const one of graph.nodes) {
    for (const source of sourcesOf(one)) {
      for (const { name } of nodeReferences(source)) {
        const [target] = names.named(name)
        if (target !== undefined && inside.has(target) !== inside.has(one)) return because('reference', one, target)
      }
      if (!inside.has(one)) continue
      const found = firstNames(source)
      if (usesWholeScope(source) || RUN_FACTS.some((fact) => found.has(fact))) return because('scope', one)
    }
  }
  return undefined
}

/** What an expression reads of the run, which is another one in the sub-workflow. */
const RUN_FACTS = ['launch', 'execution', 'workflow']

function sourcesOf({ node }: ResolvedNode): string[] {
  return Object.values(readExpressions(node)).flatMap((text) => {
    const parsed = parseExpressionText(text)
    return parsed.ok ? parsed.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.source])) : []
  })
}
