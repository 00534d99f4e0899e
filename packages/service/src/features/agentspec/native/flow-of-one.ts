/**
 * A node of the canvas as a flow of its own: a start that hands over what the step was given, the node, and an end for
 * every branch. So a step is run by the same interpreter as a node of a flow, and nothing is said twice.
 */
import {
  branchesOf,
  type ControlEdge,
  type DataEdge,
  type EndNode,
  type Flow,
  type FlowNodeComponent,
  inputsOf,
  outputsOf,
  type Property,
  type Registry,
  type StartNode,
} from '@millrace/agentspec'
import { isObject } from '@millrace/model'

const START = 'before the step'
const END = 'after the step'

/** The key of the node's own visit; the start comes before it and an end after it. */
export const VISIT = '1'

/** With the types of its ports, as a document would say it: for validation. */
export function typedFlow(component: FlowNodeComponent, registry: Registry): Flow {
  return around(component, {
    inputs: inputsOf(component, registry),
    outputs: outputsOf(component, registry),
    branches: branchesOf(component, registry),
  })
}

/** With exactly the values that are there, as they are: the node casts them, and says what is missing. */
export function flowOfOne(component: FlowNodeComponent, { given, outputs }: Values, registry: Registry): Flow {
  const flow = around(component, {
    inputs: given.map((title) => ({ title })),
    outputs: outputsOf(component, registry).map(({ title }) => ({ title })),
    branches: branchesOf(component, registry),
  })
  return component.kind === 'end' && Array.isArray(outputs) ? { ...flow, outputs: outputs.filter(isProperty) } : flow
}

interface Values {
  /** Titles of the inputs that have a value. */
  readonly given: readonly string[]
  /** What the flow gives, at its end; what it gives there and is not given has a default. */
  readonly outputs: unknown
}

function isProperty(value: unknown): value is Property {
  return isObject(value) && typeof value.title === 'string'
}

interface Ports {
  readonly inputs: readonly Property[]
  readonly outputs: readonly Property[]
  readonly branches: readonly string[]
}

function around(component: FlowNodeComponent, { inputs, outputs, branches }: Ports): Flow {
  const start: StartNode = { kind: 'start', id: START, name: START, inputs, outputs: inputs }
  const isEnd = component.kind === 'end'
  const ends = isEnd ? [] : branches.map((branch) => endOf(branch, outputs))
  return {
    kind: 'flow',
    id: `the step ${component.id}`,
    name: component.name,
    startNode: START,
    nodes: [start, component, ...ends],
    controlFlow: [
      controlEdge(START, component.id, null),
      ...ends.map((end) => controlEdge(component.id, end.id, end.branchName ?? null)),
    ],
    dataFlow: [
      ...inputs.map(({ title }) => dataEdge(START, component.id, title)),
      ...ends.flatMap((end) => outputs.map(({ title }) => dataEdge(component.id, end.id, title))),
    ],
  }
}

function endOf(branch: string, outputs: readonly Property[]): EndNode {
  const id = `${END}: ${branch}`
  return { kind: 'end', id, name: id, branchName: branch, inputs: outputs, outputs }
}

function controlEdge(fromNode: string, toNode: string, fromBranch: string | null): ControlEdge {
  const id = `${fromNode} ${fromBranch ?? ''} to ${toNode}`
  return { id, name: id, fromNode, toNode, fromBranch }
}

function dataEdge(sourceNode: string, destinationNode: string, title: string): DataEdge {
  const id = `${sourceNode} ${title} to ${destinationNode}`
  return { id, name: id, sourceNode, sourceOutput: title, destinationNode, destinationInput: title }
}
