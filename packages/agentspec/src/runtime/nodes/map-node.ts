/** Runs a flow for every item of one list, or of several lists that go together. */
import { isObject, NodeFailure } from '@millrace/model'
import { isCastable } from '../../casting.ts'
import type { Flow, MapNode, ParallelMapNode, Property } from '../../components.ts'
import { flowInputs, flowOutputs, type MapPorts, mapPorts } from '../../ports.ts'
import { inParallel } from '../in-parallel.ts'
import { reduced } from '../reducers.ts'
import type { Values } from '../values.ts'
import type { Visit, Visited } from '../visit.ts'
import { flowIn } from './flow-node.ts'

type AnyMap = MapNode | ParallelMapNode

export async function visitMap(visit: Visit<MapNode>): Promise<Visited> {
  const map = readMap(visit)
  const rounds: Values[] = []
  for (let number = 0; number < map.count; number++) {
    rounds.push((await visit.walk({ flow: map.flow, number }, map.inputsOf(number))).outputs)
  }
  return collected(map, rounds, visit)
}

/** The results keep the order of the list, whichever is done first. */
export async function visitParallelMap(visit: Visit<ParallelMapNode>): Promise<Visited> {
  const map = readMap(visit)
  const rounds = await inParallel(map.count, visit.run, async (number) => {
    const conversation = [...visit.conversation]
    const { outputs } = await visit.walk({ flow: map.flow, number, conversation }, map.inputsOf(number))
    return { outputs, said: conversation.slice(visit.conversation.length) }
  })
  for (const { said } of rounds) for (const message of said) visit.conversation.push(message)
  return collected(
    map,
    rounds.map(({ outputs }) => outputs),
    visit,
  )
}

interface ReadMap {
  readonly flow: Flow
  readonly ports: MapPorts
  readonly count: number
  inputsOf(number: number): Values
}

function readMap(visit: Visit<AnyMap>): ReadMap {
  const { node, name, inputs, run } = visit
  const flow = flowIn(node.subflow, visit)
  if (flow === undefined) {
    const named = node.subflow.kind === 'ref' ? node.subflow.name : ''
    throw new NodeFailure('UNKNOWN_FLOW', `"${name}" runs the flow "${named}", which there is not.`)
  }
  const ports = mapPorts(node, flow, run.host.registry)
  const wanted = new Map(flowInputs(flow).map((one) => [one.title, one]))
  const parts = ports.inputs
    .filter(({ title }) => inputs[title] !== undefined)
    .map(({ title, feeds }) => ({ feeds, value: inputs[title], isList: isIterated(visit, title, wanted.get(feeds)) }))
  const lists = parts.flatMap(({ isList, value }) => (isList && Array.isArray(value) ? [value.length] : []))
  const [count] = lists
  if (count === undefined) throw new NodeFailure('NOTHING_TO_ITERATE', `"${name}" was given no list to go through.`)
  if (lists.some((length) => length !== count)) {
    throw new NodeFailure(
      'UNEQUAL_LISTS',
      `The lists that "${name}" goes through have different lengths: ${lists.join(', ')}.`,
    )
  }
  const at = (number: number) => (part: (typeof parts)[number]) =>
    [part.feeds, part.isList && Array.isArray(part.value) ? part.value[number] : part.value] as const
  return { flow, ports, count, inputsOf: (number) => Object.fromEntries(parts.map(at(number))) }
}

/**
 * A list of what the flow takes is gone through; a list that the flow takes as it is, is not. A declared input that
 * admits no list is the same in every round.
 */
function isIterated({ node, inputs, inputPorts }: Visit<AnyMap>, title: string, item: Property | undefined): boolean {
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

function collected({ flow, ports }: ReadMap, rounds: readonly Values[], { outputPorts }: Visit<AnyMap>): Visited {
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
