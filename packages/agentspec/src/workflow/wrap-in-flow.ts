/** Wraps a single component in a flow, and a flow in a catch node. */
import { isObject } from '@millrace/model'
import {
  CAUGHT_INFO,
  type CatchExceptionNode,
  type DataEdge,
  type EndNode,
  type Flow,
  type FlowNodeComponent,
  type Property,
  type StartNode,
} from '../components.ts'
import { freeId, type Making } from './canvas-level.ts'
import { dataName } from './draw-edges.ts'
import { edgeMaker } from './flow-frame.ts'

export interface Around {
  /** Id of the component that contains the flow. */
  readonly id: string
  /** Connected inputs of the component, and its outputs. */
  readonly inputs: readonly Property[]
  readonly outputs: readonly Property[]
  /** Branches of the component and their names in the flow: one end per name. */
  readonly ways: ReadonlyMap<string, string>
}

/** A flow of a start, the component, and an end for every branch. */
export function flowAround(component: FlowNodeComponent, { id, inputs, outputs, ways }: Around, making: Making): Flow {
  const control = edgeMaker(making.ids)
  const given = new Map((component.outputs ?? []).map((one) => [one.title, one]))
  const own = outputs.map((one) => given.get(one.title) ?? one)
  const start: StartNode = {
    ...{ kind: 'start', id: freeId(making, `${id}/start`), name: component.name === 'Start' ? 'Begin' : 'Start' },
    inputs,
    outputs: inputs,
  }
  const names = [...new Set(ways.values())]
  const ends = new Map(
    names.map((branch) => {
      const name = names.length === 1 ? 'End' : `End ${branch}`
      const node: EndNode = {
        ...{
          kind: 'end',
          id: freeId(making, `${id}/end ${branch}`),
          name: name === component.name ? `${name} 2` : name,
        },
        inputs: own,
        outputs: own,
        ...(branch === 'next' ? {} : { branchName: branch }),
      }
      return [branch, node]
    }),
  )
  const data = (from: FlowNodeComponent, to: FlowNodeComponent, title: string): DataEdge => {
    const name = dataName({ from: from.name, output: title, to: to.name, input: title })
    const edge = { id: freeId(making, name), name }
    return { ...edge, sourceNode: from.id, sourceOutput: title, destinationNode: to.id, destinationInput: title }
  }
  return {
    kind: 'flow',
    id: freeId(making, `${id}/flow`),
    name: component.name,
    startNode: start.id,
    nodes: [start, component, ...ends.values()],
    controlFlow: [
      control({ from: start, to: component, branch: 'next' }),
      ...[...ways].flatMap(([branch, name]) => {
        const to = ends.get(name)
        return to === undefined ? [] : [control({ from: component, to, branch })]
      }),
    ],
    dataFlow: [
      ...inputs.map(({ title }) => data(start, component, title)),
      ...[...ends.values()].flatMap((end) => own.map(({ title }) => data(component, end, title))),
    ],
    // Outputs need a default in case of a failure, and runtimes look for it here.
    outputs: outputs.map(withDefault),
  }
}

/** A node that runs a flow and takes another branch if it fails. */
export function catching(flow: Flow, { id, name }: { id: string; name: string }): CatchExceptionNode {
  const start = flow.nodes.find((node) => node.id === flow.startNode)
  return {
    kind: 'catch_exception',
    id,
    name,
    subflow: flow,
    inputs: start?.inputs ?? [],
    outputs: [
      ...(flow.outputs ?? []),
      { title: CAUGHT_INFO, anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    ],
  }
}

/** The property with a default: its own, else the simplest valid value. */
function withDefault(property: Property): Property {
  return property.default === undefined ? { ...property, default: plainest(property) } : property
}

const PLAIN: Readonly<Record<string, unknown>> = { string: '', number: 0, integer: 0, boolean: false, array: [] }

function plainest(schema: unknown): unknown {
  if (!isObject(schema)) return null
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0]
  const union = Array.isArray(schema.anyOf) ? schema.anyOf : []
  const types = [schema.type].flat()
  if (types.includes('null') || union.some((one) => isObject(one) && one.type === 'null')) return null
  if (union.length > 0) return plainest(union[0])
  const [type] = types
  if (type === 'object') return plainObject(schema)
  return typeof type === 'string' && Object.hasOwn(PLAIN, type) ? PLAIN[type] : null
}

function plainObject({ properties, required }: Record<string, unknown>): Record<string, unknown> {
  const known = isObject(properties) ? properties : {}
  const names = Array.isArray(required) ? required.map(String) : []
  return Object.fromEntries(names.map((name) => [name, plainest(known[name])]))
}
