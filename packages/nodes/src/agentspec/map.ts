/** Runs a flow for each item of a list, or of several lists in parallel positions. */
import {
  type Flow,
  flowInputs,
  flowOutputs,
  isCastable,
  type MapNode,
  type MapPorts,
  mapPorts,
  type ParallelMapNode,
  type Property,
  type Values,
} from '@millrace/agentspec'
import { isObject, NodeFailure } from '@millrace/model'
import { runSubflow } from './flow.ts'
import { inParallel } from './in-parallel.ts'
import { reduced } from './reducers.ts'
import type { Step } from './step.ts'
import { ROOT } from './step-record.ts'
import type { StepResult } from './step-result.ts'

type AnyMap = MapNode | ParallelMapNode

/** One item at a time; each iteration sees the conversation of the previous ones. */
export async function runMap(step: Step<MapNode>): Promise<StepResult> {
  const map = readMap(step)
  const rounds: Values[] = []
  for (let number = 0; number < map.count; number++) {
    const run = { path: `${ROOT}[${number}]`, inputs: map.inputsOf(number), conversation: step.conversation }
    rounds.push((await runSubflow(step, step.node.subflow, run)).outputs)
  }
  return collected(map, rounds, step)
}

/** Several items in parallel. The results keep the order of the list. */
export async function runParallelMap(step: Step<ParallelMapNode>): Promise<StepResult> {
  const map = readMap(step)
  const rounds = await inParallel(map.count, step, (number, conversation) =>
    runSubflow(step, step.node.subflow, { path: `${ROOT}[${number}]`, inputs: map.inputsOf(number), conversation }),
  )
  return collected(
    map,
    rounds.map(({ outputs }) => outputs),
    step,
  )
}

interface ReadMap {
  readonly flow: Flow
  readonly ports: MapPorts
  readonly count: number
  inputsOf(number: number): Values
}

function readMap(step: Step<AnyMap>): ReadMap {
  const { node, name, inputs, registry } = step
  const { subflow } = node
  const flow = subflow.kind === 'ref' ? registry.flow?.(subflow.name) : subflow
  if (flow === undefined)
    throw new NodeFailure('UNKNOWN_FLOW', `"${name}" refers to the flow "${subflow.name}", which does not exist.`)
  const ports = mapPorts(node, flow, registry)
  const wanted = new Map(flowInputs(flow).map((one) => [one.title, one]))
  const parts = ports.inputs
    .filter(({ title }) => inputs[title] !== undefined)
    .map(({ title, feeds }) => ({ feeds, value: inputs[title], isList: isIterated(step, title, wanted.get(feeds)) }))
  const lists = parts.flatMap(({ isList, value }) => (isList && Array.isArray(value) ? [value.length] : []))
  const [count] = lists
  if (count === undefined)
    throw new NodeFailure('NOTHING_TO_ITERATE', `"${name}" needs at least one list input to iterate over.`)
  if (lists.some((length) => length !== count)) {
    throw new NodeFailure('UNEQUAL_LISTS', `The lists of "${name}" must have equal lengths (got ${lists.join(', ')}).`)
  }
  const at = (number: number) => (part: (typeof parts)[number]) =>
    [part.feeds, part.isList && Array.isArray(part.value) ? part.value[number] : part.value] as const
  return { flow, ports, count, inputsOf: (number) => Object.fromEntries(parts.map(at(number))) }
}

/**
 * True if the map iterates over this input: a list of what the flow takes. A list that the flow takes as a whole, or a
 * declared input that does not allow lists, is passed unchanged to every iteration.
 */
function isIterated({ node, inputs, inputPorts }: Step<AnyMap>, title: string, item: Property | undefined): boolean {
  const value = inputs[title]
  if (!Array.isArray(value)) return false
  if (node.inputCollection) return node.inputCollection === title
  const declared = inputPorts.find((port) => port.title === title)
  if (node.inputs && declared !== undefined && !admitsList(declared)) return false
  if (item === undefined || !isListType(item)) return true
  return value.length > 0 && value.every(Array.isArray)
}

function admitsList(schema: unknown): boolean {
  if (!isObject(schema)) return true
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some(admitsList)
  return schema.type === undefined || [schema.type].flat().includes('array')
}

function isListType(schema: Property): boolean {
  return schema.type !== undefined && [schema.type].flat().includes('array') && isCastable(schema, { type: 'array' })
}

function collected({ flow, ports }: ReadMap, rounds: readonly Values[], { outputPorts }: Step<AnyMap>): StepResult {
  const given = new Map(flowOutputs(flow).map((one) => [one.title, one.default]))
  const declared = new Map(outputPorts.map((one) => [one.title, one.default]))
  return {
    outputs: Object.fromEntries(
      ports.outputs.map(({ title, collects, reducer }) => {
        const values = rounds.map((round) => round[collects] ?? null)
        return [title, reduced(reducer, values, { title, fallback: declared.get(title) ?? given.get(collects) })]
      }),
    ),
  }
}
