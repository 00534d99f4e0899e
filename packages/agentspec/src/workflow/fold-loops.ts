/**
 * A `foreach` and its body as a node that runs a flow for every item of a list, a `while` as one whose flow goes round.
 * Bodies nest, so the innermost is folded first. What a loop does that such a node cannot is not sayable: it is then
 * reported, with the reason.
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
import { passedAlways } from './control-flow.ts'
import { CYCLE } from './export-rules.ts'
import { catching, flowAround } from './flow-around.ts'
import { foldErrors } from './fold-errors.ts'
import { foldForks } from './fold-forks.ts'
import { addFold, freeId, type Level, type Making, ON, rolesIn } from './level.ts'
import { type NodeContext, warnOfConfig } from './node-context.ts'
import { type Opening, openingsOf, type Result, subflowOf } from './subflow.ts'
import { Weave } from './weave.ts'
import { comparisonOf, roundsOf } from './while-flow.ts'

const ITEM = 'item'
const RESULT = 'result'

/** What a loop hands to every round, and the ports that it begins and ends with. */
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

/** All loops of a level folded; what cannot be is said and stays. */
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
  const weave = new Weave(level)
  const folded = new Map<CanvasNode, CanvasNode>()
  for (const { head, loop } of inwards) {
    const context = heads.get(head)
    if (context === undefined) continue
    // The heads of loops inside stand for them by now, and their bodies are gone.
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

/** How many loops are around each, itself counted. */
function depthsOf(parents: ArrayLike<number>): number[] {
  return Array.from(parents, (_, loop) => loopsAround(loop, parents).length)
}

interface Loop {
  readonly head: CanvasNode
  readonly context: NodeContext
  readonly body: readonly CanvasNode[]
}

/** Folds a loop and gives the node that stands for it, or the reason why it cannot be. */
function foldLoop(weave: Weave, loop: Loop, making: Making): CanvasNode | string {
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

/** The edges around a loop, from and to the node that stands for it: a value that several in it take, once. */
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

/** One round as a flow: it takes what the loop hands it and what comes from around, and gives what it brings back. */
function bodyOf({ head, context, body }: Loop, { sorted, openings }: Body, making: Making): Flow | string {
  const { inside, entering, back } = sorted
  const isBrought = isSure({ head, context, body }, sorted, making)
  if (!isBrought && !isForeach(head)) return 'a round may bring nothing back, which Agent Spec cannot say'
  const from = back.filter(({ kind }) => kind !== 'trigger')
  const results: Result[] = [{ property: { title: RESULT, ...(isBrought ? {} : { default: null }) }, from }]
  const fold = (inner: Level) => foldForks(foldErrors(inner, making), making)
  const { id, name } = context
  const flow = subflowOf({ id, name, nodes: body, inside, entering, openings, results, fold }, making)
  return flow ?? 'its body cannot be put in order'
}

function componentOf(body: Flow, loop: Loop, making: Making): FlowNodeComponent | string {
  const { head, context } = loop
  if (isForeach(head))
    return mapOf(head.config.continueOnError === true ? goingOn(body, context, making) : body, loop, making)
  warnOfConfig(context, ['condition', 'value'])
  if (comparisonOf(head.config.condition) !== undefined)
    making.notes.warn(`${quoted(context.name)}: Agent Spec compares the text of the value`)
  const { id, name } = context
  return roundsOf(body, { id, name, head, context }, making) ?? 'its condition asks for the number of the round'
}

interface Sorted {
  readonly inside: readonly CanvasEdge[]
  readonly entering: readonly CanvasEdge[]
  readonly back: readonly CanvasEdge[]
}

/** The edges of a body, or what is in the way of folding it. */
function sortedEdges(edges: readonly CanvasEdge[], { head, body }: Loop, making: Making): Sorted | string {
  const each = eachOf(head)
  const within = new Set(body)
  const sorted = { inside: [] as CanvasEdge[], entering: [] as CanvasEdge[], back: [] as CanvasEdge[] }
  for (const edge of edges) {
    const isEach = edge.source === head && each.has(edge.sourcePort)
    const [isFrom, isTo] = [within.has(edge.source) || isEach, within.has(edge.target)]
    const isBack = edge.target === head && edge.targetPort === LOOP_BACK
    if (isEach && edge.sourcePort !== shapeOf(head).each && edge.kind !== 'trigger') {
      return `its body takes ${quoted(edge.sourcePort)}, which Agent Spec does not hand on`
    }
    if (isBack && isFrom) sorted.back.push(edge)
    else if (isFrom && !isTo) return 'something in its body goes on outside of it, which Agent Spec cannot say'
    else if (isEach) sorted.entering.push(edge)
    else if (isTo && isFrom) sorted.inside.push(edge)
    else if (isTo && edge.kind !== 'data') return 'something outside of its body sets off something in it'
    else if (isTo) sorted.entering.push(edge)
  }
  const ends = rolesIn(making)
  if (body.some((node) => ends.isEnd(node) || ends.isStart(node))) return 'its body holds a start or an end'
  return sorted
}

/** What the loop hands to a round. What a `while` begins with may be nothing. */
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

/** Whether every round brings something back. */
function isSure({ head, body }: Loop, { inside, entering, back }: Sorted, making: Making): boolean {
  if (back.some(({ source }) => source === head)) return true
  if (inside.some(({ kind }) => kind === 'error')) return false
  const within = new Set(body)
  const own = [...inside, ...entering].filter(({ source, target }) => within.has(source) && within.has(target))
  const always = passedAlways(body, own, rolesIn(making))
  return back.some(({ source, kind }) => kind === 'data' && always?.has(source) === true)
}

/** A round that fails brings back null, and the next one begins. */
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
  if (waits) notes.warn(`${quoted(name)} waits for somebody, so that its items go one after the other`)
  else if (isWide) notes.warn(`${quoted(name)}: how many items go at the same time is left to whoever runs the flow`)
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
