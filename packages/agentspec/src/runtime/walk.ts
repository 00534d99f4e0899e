/** Walks a flow: one current node, from the start to an end, and copies what each node gives to whoever takes it. */
import { isObject, NodeFailure } from '@millrace/model'
import type { Flow, FlowNodeComponent, Property } from '../components.ts'
import { NEXT } from '../components.ts'
import { flowInputValues, flowOutputValues, outputValues, valuesFor } from '../values.ts'
import type { Compiled } from './compiled.ts'
import { EXECUTORS } from './nodes/executors.ts'
import { BoundReached, isFailure, keptFailure } from './passing.ts'
import { asKept, type Values } from './values.ts'
import type { Into, Passage, Visit, Visited, VisitNote, Walked } from './visit.ts'

/** Kinds that are done at once: one note says it all. */
const AT_ONCE = new Set(['start', 'end', 'branching', 'output_message'])

/** Walks a flow to one of its ends. */
export async function walk(passage: Passage, given: Values): Promise<Walked> {
  const { run, flow, depth } = passage
  if (depth > run.limits.maxDepth) {
    throw new BoundReached('DEPTH_LIMIT', `Flows may stand in each other ${run.limits.maxDepth} deep, no deeper.`)
  }
  const graph = run.graph(flow)
  const inputs = flowInputValues(flow, given)
  const table = new Map<string, Map<string, unknown>>()
  let node = graph.start
  for (let number = 0; ; number++) {
    run.host.signal.throwIfAborted()
    const { outputs, branch = NEXT } = await visit(passage, { graph, node, number, inputs, table })
    if (node.kind === 'end') {
      return { outputs: flowOutputValues(flow, outputs), all: outputs, endNode: graph.nameOf(node), branch }
    }
    for (const edge of graph.feeds(node)) {
      if (!Object.hasOwn(outputs, edge.sourceOutput)) continue
      const taken = table.get(edge.destinationNode) ?? new Map<string, unknown>()
      table.set(edge.destinationNode, taken.set(edge.destinationInput, outputs[edge.sourceOutput]))
    }
    node = graph.next(node, branch)
  }
}

interface At {
  readonly graph: Compiled
  readonly node: FlowNodeComponent
  readonly number: number
  /** Of the flow. */
  readonly inputs: Values
  readonly table: ReadonlyMap<string, ReadonlyMap<string, unknown>>
}

/** R1: a visit, or what an earlier run kept of it. */
async function visit(passage: Passage, at: At): Promise<Visited> {
  const { run, prefix, conversation } = passage
  const { node, graph } = at
  const path = `${prefix}${at.number}`
  const before = noteIn(run.host.notes[path])
  run.count()
  if (before !== undefined && before.status !== 'running') return again(before, passage)
  const base: VisitNote = before ?? { node: graph.nameOf(node), status: 'running', startedAt: run.host.now() }
  if (before === undefined && !AT_ONCE.has(node.kind)) await run.note(path, base)
  const steps = run.steps
  const from = conversation.length
  const kept = (more: Partial<VisitNote>): VisitNote => ({
    ...base,
    ...more,
    endedAt: run.host.now(),
    ...(conversation.length > from ? { said: conversation.slice(from) } : {}),
    ...(run.steps > steps ? { inside: run.steps - steps } : {}),
  })
  try {
    const visited = await execute(passage, at, path)
    await run.note(path, kept({ status: 'completed', ...visited }))
    return visited
  } catch (error) {
    if (isFailure(error, run.host.signal)) await run.note(path, kept({ status: 'failed', error: keptFailure(error) }))
    throw error
  }
}

function noteIn(value: unknown): VisitNote | undefined {
  return isObject(value) && typeof value.startedAt === 'number' ? (value as unknown as VisitNote) : undefined
}

function again(note: VisitNote, { run, conversation }: Passage): Visited {
  run.count(note.inside ?? 0)
  for (const message of note.said ?? []) conversation.push(message)
  if (note.status === 'failed') throw new NodeFailure(note.error?.code ?? 'FAILED', note.error?.message ?? '')
  return { outputs: note.outputs ?? {}, ...(note.branch === undefined ? {} : { branch: note.branch }) }
}

async function execute(passage: Passage, { graph, node, inputs, table }: At, path: string): Promise<Visited> {
  const { run, trail, conversation, depth, flow } = passage
  const name = graph.nameOf(node)
  const inputPorts = graph.inputs(node)
  const outputPorts = graph.outputs(node)
  const given = node.kind === 'start' ? inputs : inputsFor(node, { inputPorts, name, table, flow })
  const executor = EXECUTORS[node.kind] as (visit: Visit) => Visited | Promise<Visited>
  const visited = asKept(
    await executor({
      run,
      node,
      name,
      path,
      trail: [...trail, name],
      inputs: given,
      inputPorts,
      outputPorts,
      conversation,
      depth,
      walk: ({ flow: inner, number, path: under = path, conversation: own = conversation }: Into, values) => {
        const prefix = `${under}${number === undefined ? '' : `[${number}]`}/`
        return walk({ run, flow: inner, prefix, trail: [...trail, name], conversation: own, depth: depth + 1 }, values)
      },
    }),
  )
  // The end may leave to the flow's defaults what it was not given; see `inputsFor`.
  const outputs =
    node.kind === 'end' || node.kind === 'start' ? visited.outputs : outputValues(outputPorts, visited.outputs, name)
  refuseLarge(outputs, run.limits.maxValue, name)
  return { ...visited, outputs }
}

interface Taking {
  readonly inputPorts: readonly Property[]
  readonly name: string
  readonly table: At['table']
  readonly flow: Flow
}

function inputsFor(node: FlowNodeComponent, { inputPorts, name, table, flow }: Taking): Values {
  const taken = Object.fromEntries(table.get(node.id) ?? [])
  const isMap = node.kind === 'map' || node.kind === 'parallel_map'
  // A map takes a value or a list of them; what it gets is cast item by item, by the flow that it runs.
  const ports = isMap ? inputPorts.map(({ title, default: fallback }) => withDefault(title, fallback)) : inputPorts
  const hasFlowDefault = ({ title }: Property) =>
    node.kind === 'end' && (flow.outputs ?? []).some((one) => one.title === title && one.default !== undefined)
  return valuesFor(ports, taken, {
    whose: `The input of "${name}" called`,
    missing(property) {
      // What a map is not given, the flow that it runs has a default for, or misses itself.
      if (isMap || hasFlowDefault(property)) return undefined
      throw new NodeFailure('MISSING_INPUT', `The input "${property.title}" of "${name}" has no value and no default.`)
    },
  })
}

function withDefault(title: string, fallback: unknown): Property {
  return fallback === undefined ? { title } : { title, default: fallback }
}

function refuseLarge(outputs: Values, most: number, name: string): void {
  if (JSON.stringify(outputs).length <= most) return
  throw new NodeFailure('VALUE_TOO_LARGE', `What "${name}" gives is longer than ${most} characters.`)
}
