/**
 * Exports a `foreach` with its body as a map node, and a `while` as a node whose flow has a cycle. Nested bodies are
 * folded innermost first. Loops that Agent Spec cannot express are reported with the reason.
 */
import { findLoops, isObject, LOOP_BACK, LOOP_EXTENSION, loopsAround } from '@millrace/model'
import {
  COLLECTED,
  type Flow,
  type FlowNodeComponent,
  ITERATED,
  type MapNode,
  type ParallelMapNode,
  type Property,
} from '../components.ts'
import { quoted } from '../notes.ts'
import { inferredInputs, inferredOutputs } from '../ports.ts'
import { waitingIn } from '../validate/waiting.ts'
import { type CanvasEdge, type CanvasNode, isForeach } from './canvas.ts'
import { addFold, freeId, type Level, type Making, ON, rolesIn } from './canvas-level.ts'
import { passedAlways } from './control-flow.ts'
import { CYCLE } from './export-rules.ts'
import { foldErrors } from './fold-errors.ts'
import { foldForks } from './fold-forks.ts'
import { FoldableLevel } from './foldable-level.ts'
import { type NodeContext, warnOfConfig } from './node-context.ts'
import { type Opening, openingsOf, type Result, subflowOf } from './subflow.ts'
import { comparisonOf, roundsOf } from './while-flow.ts'
import { catching, flowAround } from './wrap-in-flow.ts'

const ITEM = 'item'
const RESULT = 'result'

/** The values that a loop passes to each iteration, and its first and last ports. */
interface Shape {
  readonly each: string
  readonly takes: string
  readonly gives: string
}
const FOREACH: Shape = { each: ITEM, takes: 'items', gives: 'results' }
const WHILE: Shape = { each: 'value', takes: 'value', gives: RESULT }

function shapeOf(head: CanvasNode): Shape {
  return isForeach(head) ? FOREACH : WHILE
}

function eachOf(node: CanvasNode): ReadonlySet<string> {
  const trait = node.type?.extensions?.[LOOP_EXTENSION]
  return new Set(isObject(trait) && Array.isArray(trait.each) ? trait.each.map(String) : [])
}

/** Folds all loops of a level; reports those that cannot be folded. */
export function foldLoops(level: Level, heads: ReadonlyMap<CanvasNode, NodeContext>, making: Making): Level {
  if (heads.size === 0) return level
  const nodes = [...level.nodes]
  const place = new Map(nodes.map((node, at) => [node, at]))
  const order = [...heads.keys()]
  const { loopOf, parents } = findLoops(
    nodes.length,
    level.edges.map((edge) => ({
      from: place.get(edge.source) ?? 0,
      to: place.get(edge.target) ?? 0,
      fromPort: edge.sourcePort,
      isBack: edge.targetPort === LOOP_BACK && heads.has(edge.target),
    })),
    order.map((head) => ({ node: place.get(head) ?? 0, each: eachOf(head) })),
  )
  const bodies = new Map(order.map((_, loop) => [loop, [] as CanvasNode[]]))
  for (const [at, node] of nodes.entries()) bodies.get(loopOf[at] ?? -1)?.push(node)
  const depths = depthsOf(parents)
  const inwards = order
    .map((head, loop) => ({ head, loop }))
    .sort((a, b) => (depths[b.loop] ?? 0) - (depths[a.loop] ?? 0))
  const weave = new FoldableLevel(level)
  const folded = new Map<CanvasNode, CanvasNode>()
  for (const { head, loop } of inwards) {
    const context = heads.get(head)
    if (context === undefined) continue
    // Inner loops have already been replaced by their heads, without their bodies.
    const body = (bodies.get(loop) ?? []).map((node) => folded.get(node) ?? node)
    const by = foldLoop(weave, { head, context, body }, making)
    if (typeof by === 'string') {
      making.notes.error(`Node type not mappable: ${head.id}`)
      making.notes.error(CYCLE)
      making.notes.warn(`${quoted(context.name)}: ${by}`)
      break
    }
    folded.set(head, by)
  }
  return weave.level()
}

/** The nesting depth of each loop. */
function depthsOf(parents: ArrayLike<number>): number[] {
  return Array.from(parents, (_, loop) => loopsAround(loop, parents).length)
}

interface Loop {
  readonly head: CanvasNode
  readonly context: NodeContext
  readonly body: readonly CanvasNode[]
}

/** Folds a loop and returns its replacement, or the reason why it cannot be folded. */
function foldLoop(weave: FoldableLevel, loop: Loop, making: Making): CanvasNode | string {
  const { head } = loop
  const gone = new Set([head, ...loop.body])
  const edges = weave.edgesAt(gone)
  const sorted = sortedEdges(edges, loop, making)
  if (typeof sorted === 'string') return sorted
  const { each, takes, gives } = shapeOf(head)
  const fromAround = sorted.entering.filter(({ source }) => source !== head)
  const openings = [openingOf(head), ...openingsOf(fromAround, making, new Set([each]))]
  const body = bodyOf(loop, { sorted, openings }, making)
  const component = typeof body === 'string' ? body : componentOf(body, loop, making)
  if (typeof component === 'string') return component
  const [before, after] = isForeach(head) ? [ITERATED, COLLECTED] : ['', '']
  const inputs = new Map(openings.map(({ title }) => [title, before + title])).set(takes, before + each)
  const by = addFold(making, { component, inputs, outputs: new Map([[gives, after + RESULT]]) }, head.node.position)
  weave.replace(gone, by, movedEdges(edges, { gone, by, head, openings }))
  return by
}

interface Moving {
  readonly gone: ReadonlySet<CanvasNode>
  readonly by: CanvasNode
  readonly head: CanvasNode
  readonly openings: readonly Opening[]
}

/** Moves the edges around a loop to its replacement; a value with several targets becomes one edge. */
function movedEdges(edges: readonly CanvasEdge[], { gone, by, head, openings }: Moving): Map<CanvasEdge, CanvasEdge> {
  const titleOf = new Map(openings.map(({ source, port, title }) => [`${source.id}\n${port}`, title]))
  const moved = new Map<CanvasEdge, CanvasEdge>()
  for (const edge of edges) {
    const [isFrom, isTo] = [gone.has(edge.source), gone.has(edge.target)]
    if (isFrom && isTo) continue
    const key = `${edge.source.id}\n${edge.sourcePort}`
    if (isFrom) moved.set(edge, { ...edge, source: by, ...(edge.kind === 'trigger' ? { sourcePort: ON } : {}) })
    else if (edge.target === head) moved.set(edge, { ...edge, target: by })
    else if (titleOf.has(key)) {
      moved.set(edge, { ...edge, target: by, targetPort: titleOf.get(key) ?? '' })
      titleOf.delete(key)
    }
  }
  return moved
}

interface Body {
  readonly sorted: Sorted
  readonly openings: readonly Opening[]
}

/** One iteration as a flow: takes the loop values and outer values, and returns the value at loop_back. */
function bodyOf({ head, context, body }: Loop, { sorted, openings }: Body, making: Making): Flow | string {
  const { inside, entering, back } = sorted
  const isBrought = isSure({ head, context, body }, sorted, making)
  if (!isBrought && !isForeach(head)) return 'an iteration may return nothing, which Agent Spec does not support'
  const from = back.filter(({ kind }) => kind !== 'trigger')
  const results: Result[] = [{ property: { title: RESULT, ...(isBrought ? {} : { default: null }) }, from }]
  const fold = (inner: Level) => foldForks(foldErrors(inner, making), making)
  const { id, name } = context
  const flow = subflowOf({ id, name, nodes: body, inside, entering, openings, results, fold }, making)
  return flow ?? 'its body cannot be put in sequence'
}

function componentOf(body: Flow, loop: Loop, making: Making): FlowNodeComponent | string {
  const { head, context } = loop
  if (isForeach(head))
    return mapOf(head.config.continueOnError === true ? goingOn(body, context, making) : body, loop, making)
  warnOfConfig(context, ['condition', 'value'])
  if (comparisonOf(head.config.condition) !== undefined)
    making.notes.warn(`${quoted(context.name)}: Agent Spec compares the text of the value`)
  const { id, name } = context
  return roundsOf(body, { id, name, head, context }, making) ?? 'its condition uses the iteration index'
}

interface Sorted {
  readonly inside: readonly CanvasEdge[]
  readonly entering: readonly CanvasEdge[]
  readonly back: readonly CanvasEdge[]
}

/** The edges of a body by direction, or the reason why it cannot be folded. */
function sortedEdges(edges: readonly CanvasEdge[], { head, body }: Loop, making: Making): Sorted | string {
  const each = eachOf(head)
  const within = new Set(body)
  const sorted = { inside: [] as CanvasEdge[], entering: [] as CanvasEdge[], back: [] as CanvasEdge[] }
  for (const edge of edges) {
    const isEach = edge.source === head && each.has(edge.sourcePort)
    const [isFrom, isTo] = [within.has(edge.source) || isEach, within.has(edge.target)]
    const isBack = edge.target === head && edge.targetPort === LOOP_BACK
    if (isEach && edge.sourcePort !== shapeOf(head).each && edge.kind !== 'trigger') {
      return `its body uses ${quoted(edge.sourcePort)}, which Agent Spec does not provide`
    }
    if (isBack && isFrom) sorted.back.push(edge)
    else if (isFrom && !isTo) return 'a node in its body triggers a node outside, which Agent Spec does not support'
    else if (isEach) sorted.entering.push(edge)
    else if (isTo && isFrom) sorted.inside.push(edge)
    else if (isTo && edge.kind !== 'data') return 'a node outside its body triggers a node in it'
    else if (isTo) sorted.entering.push(edge)
  }
  const ends = rolesIn(making)
  if (body.some((node) => ends.isEnd(node) || ends.isStart(node))) return 'its body contains a start or an end'
  return sorted
}

/** The value passed to an iteration. The initial value of a `while` may be missing. */
function openingOf(head: CanvasNode): Opening {
  const { each: port, takes } = shapeOf(head)
  const isOpen = !isForeach(head) && !isFed(head, takes)
  return {
    source: head,
    port,
    title: port,
    property: { title: port, ...(isOpen ? { default: head.config[takes] ?? null } : {}) },
  }
}

function isFed(head: CanvasNode, port: string): boolean {
  return head.arriving.some(({ targetPort }) => targetPort === port)
}

/** True if every iteration returns a value. */
function isSure({ head, body }: Loop, { inside, entering, back }: Sorted, making: Making): boolean {
  if (back.some(({ source }) => source === head)) return true
  if (inside.some(({ kind }) => kind === 'error')) return false
  const within = new Set(body)
  const own = [...inside, ...entering].filter(({ source, target }) => within.has(source) && within.has(target))
  const always = passedAlways(body, own, rolesIn(making))
  return back.some(({ source, kind }) => kind === 'data' && always?.has(source) === true)
}

/** Returns null for a failed iteration, so that the next one starts. */
function goingOn(body: Flow, { id, name }: NodeContext, making: Making): Flow {
  const start = body.nodes.find((node) => node.id === body.startNode)
  const open = { ...body, outputs: [{ title: RESULT, default: null }] }
  const caught = catching(open, { id: freeId(making, `${id}/round`), name: 'Round' })
  const ways = new Map([
    ['next', 'next'],
    ['caught_exception_branch', 'next'],
  ])
  const inputs: readonly Property[] = start?.inputs ?? []
  const flow = flowAround(caught, { id: `${id}/rounds`, inputs, outputs: open.outputs, ways }, making)
  return { ...flow, name }
}

function mapOf(flow: Flow, { head, context }: Loop, { notes }: Making): MapNode | ParallelMapNode {
  const { concurrency, items } = head.config
  const { id, name } = context
  warnOfConfig(context, ['concurrency', 'continueOnError', 'items'])
  const isWide = typeof concurrency === 'number' && concurrency > 1
  const waits = isWide && waitingIn(flow, {}).length > 0
  if (waits) notes.warn(`${quoted(name)} waits for a person, so its items run one at a time`)
  else if (isWide) notes.warn(`${quoted(name)}: the runtime of the flow decides how many items run in parallel`)
  const bare: MapNode | ParallelMapNode = {
    kind: isWide && !waits ? 'parallel_map' : 'map',
    id,
    name,
    subflow: flow,
    inputCollection: ITERATED + ITEM,
    outputCollection: COLLECTED + RESULT,
  }
  const inputs = inferredInputs(bare).map((input) =>
    input.title === bare.inputCollection && !isFed(head, 'items') && Array.isArray(items)
      ? { ...input, default: items }
      : input,
  )
  return { ...bare, inputs, outputs: inferredOutputs(bare) }
}
