/** The ports of nodes, and which output and input of two nodes belong together. */
import {
  canConnect,
  configOf,
  isCollection,
  isObject,
  LOOP_BACK,
  type NodePort,
  parseHandle,
  portsOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '@millrace/model'
import type { Draft } from '../draft.ts'

/** Ports that the user named. */
export interface NamedPorts {
  readonly sourcePort?: string | undefined
  readonly targetPort?: string | undefined
}

export function portsOfNode(node: WorkflowNode, { typeOf }: Draft) {
  const type = typeOf(node)
  return type === undefined
    ? { inputs: new Map<string, NodePort>(), outputs: new Map<string, NodePort>() }
    : portsOf(type, configOf(node))
}

export const sourcePortOf = (edge: WorkflowEdge) => parseHandle(edge.sourceHandle ?? '', edge.source, 'output') ?? ''
export const targetPortOf = (edge: WorkflowEdge) => parseHandle(edge.targetHandle ?? '', edge.target, 'input') ?? ''

/** Inputs or outputs that carry a value, not order, a tool or an error. */
export function valuePorts(ports: ReadonlyMap<string, NodePort>): NodePort[] {
  return [...ports.values()].filter(
    ({ id, dataType }) => dataType !== 'trigger' && dataType !== 'tool' && id !== 'error' && id !== LOOP_BACK,
  )
}

/** The output that a node is about: the first with a text or any value that is not an id, else the first. */
export function mainOutput(node: WorkflowNode, draft: Draft): NodePort | undefined {
  const outputs = valuePorts(portsOfNode(node, draft).outputs)
  return (
    outputs.find(({ id, dataType }) => (dataType === 'string' || dataType === 'mixed') && !id.endsWith('_id')) ??
    outputs[0]
  )
}

/** The input that a node is about: what is required, else one that is not also a setting, any value before a text. */
function mainInput(node: WorkflowNode, draft: Draft): NodePort | undefined {
  const inputs = valuePorts(portsOfNode(node, draft).inputs)
  const own = inputs.filter(({ id }) => !Object.hasOwn(propertiesOf(draft.typeOf(node)?.configSchema), id))
  const pool = own.length > 0 ? own : inputs
  const ofType = (wanted: string) => pool.find(({ dataType }) => dataType === wanted)
  return inputs.find(({ required }) => required === true) ?? ofType('mixed') ?? ofType('string') ?? pool[0]
}

/** The output and the free input of two nodes that fit best; undefined when none fit. */
export function bestPair(source: WorkflowNode, target: WorkflowNode, named: NamedPorts, draft: Draft) {
  const [outputs, inputs] = [portsOfNode(source, draft).outputs, portsOfNode(target, draft).inputs]
  const taken = new Set(draft.arriving(target.id).map(targetPortOf))
  const isFree = ({ id, dataType }: NodePort) => dataType === 'trigger' || isCollection(dataType) || !taken.has(id)
  const isMeant = ({ id }: NodePort, port: string | undefined, never: string) =>
    port === undefined ? id !== never : id === port
  // Which branch of a gateway is meant has to be named.
  const branches = [...outputs.values()].filter(isBranch)
  if (named.sourcePort === undefined && branches.length > 1) return undefined
  const pairs = [...outputs.values()]
    .filter((output) => isMeant(output, named.sourcePort, 'error'))
    .flatMap((output) =>
      [...inputs.values()]
        .filter((input) => isMeant(input, named.targetPort, LOOP_BACK) && isFree(input) && fits(output, input))
        .map((input) => ({
          source: output.id,
          target: input.id,
          score: scoreOf(output, input, { source, target, named, draft }),
        })),
    )
  return pairs.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)[0]
}

function fits(output: NodePort, input: NodePort): boolean {
  const isCarried = output.carries !== undefined && canConnect(output.carries, input.dataType)
  return isCarried || canConnect(output.dataType, input.dataType)
}

interface Ends {
  readonly source: WorkflowNode
  readonly target: WorkflowNode
  readonly named: NamedPorts
  readonly draft: Draft
}

function scoreOf(output: NodePort, input: NodePort, { source, target, named, draft }: Ends): number {
  if (output.dataType === 'tool') return 50
  const isNamed = named.sourcePort !== undefined || named.targetPort !== undefined
  const carriesValue = output.carries !== undefined && input.dataType !== 'trigger'
  if (
    !(carriesValue && named.targetPort !== undefined) &&
    (output.dataType === 'trigger' || input.dataType === 'trigger')
  ) {
    // Order instead of a value would be a guess where both sides have a value.
    const hasValues = isSource(source, draft) && valuePorts(portsOfNode(target, draft).inputs).length > 0
    return output.dataType !== input.dataType || (hasValues && !isNamed) ? 0 : isBranch(output) ? 4 : 2
  }
  // A time that starts a workflow is not what its first step works on.
  if (output.dataType === 'datetime' && input.dataType !== 'datetime' && !isNamed) return 0
  const setting = configOf(target)[input.id]
  const isSet = setting !== undefined && setting !== '' && !(isObject(setting) && Object.keys(setting).length === 0)
  const points = [
    [output.dataType === input.dataType, 3],
    [output.id === mainOutput(source, draft)?.id, 4],
    [input.id === mainInput(target, draft)?.id, 4],
    [input.required === true, 4],
    [output.id === input.id, 2],
    [isSet, -6],
  ] as const
  return points.reduce((sum, [holds, value]) => sum + (holds ? value : 0), 10)
}

/** Whether a node has values for others; a gateway and the time of a schedule are only order. */
function isSource(node: WorkflowNode, draft: Draft): boolean {
  const outputs = valuePorts(portsOfNode(node, draft).outputs)
  return draft.typeOf(node)?.type !== 'gateway' && outputs.some(({ dataType }) => dataType !== 'datetime')
}

/** Ports for order that every type may have; the others are the branches of a gateway. */
const RESERVED = new Set(['trigger', 'completed', 'expired'])

export function isBranch({ id, dataType }: NodePort): boolean {
  return dataType === 'trigger' && !RESERVED.has(id)
}

export function propertiesOf(schema: unknown): Record<string, unknown> {
  return isObject(schema) && isObject(schema.properties) ? schema.properties : {}
}
