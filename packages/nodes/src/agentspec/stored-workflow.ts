/** Stored workflows used as flows: their launch inputs and outputs. */
import type { EndNode, Flow, FlowNodeComponent, Registry, StartNode, Values } from '@millrace/agentspec'
import { isObject, NodeFailure } from '@millrace/model'
import type { Step } from './step.ts'

/** Default ports of a canvas node, used when no document declares the inputs and outputs of its flow. */
const INPUT = 'input'
const ITEM = 'item'
export const OUTPUT = 'output'

/** Runs a workflow as a child execution and returns its outputs. The path identifies the same child after a crash. */
export async function runWorkflow(step: Step, name: string, inputs: Values, path: string): Promise<Values> {
  const { context, record } = step
  const node = { id: `workflow:${name}`, type: 'sub_workflow', label: name, config: { workflow: name, wait: true } }
  const [workflow] = (await context.toolsFor?.([node])) ?? []
  if (workflow === undefined) throw new NodeFailure('UNKNOWN_FLOW', `The flow or workflow "${name}" does not exist.`)
  const given = await workflow.call(launchOf(inputs, step), record.keyOf(path))
  return isObject(given) ? given : {}
}

/** An object on a generic port provides the launch inputs directly; inputs by name replace those in it. */
function launchOf(inputs: Values, { isDrawn }: Step): Values {
  const named: Record<string, unknown> = {}
  const open = new Set(isDrawn ? ['inputs', INPUT, ITEM] : ['inputs'])
  const spread: Values[] = []
  for (const [title, value] of Object.entries(inputs)) {
    if (open.has(title) && isObject(value)) spread.push(value)
    else named[title] = value
  }
  return withoutNulls(Object.assign({}, ...spread, withoutNulls(named)))
}

/** Null means an omitted input here, but is a value to a workflow. */
function withoutNulls(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

/** Adds the ports of the workflow that a canvas map refers to: one item in, all outputs out. */
export function withMappedWorkflow(registry: Registry, component: FlowNodeComponent): Registry {
  if (component.kind !== 'map' && component.kind !== 'parallel_map') return registry
  const { inputCollection, outputCollection, reducers } = component
  const titles = (side: typeof component.inputs, prefix: string, named: string | null | undefined) =>
    (side ?? []).flatMap(({ title }) =>
      title === named ? [] : [title.startsWith(prefix) ? title.slice(prefix.length) : title],
    )
  const inputs = [...new Set([ITEM, ...titles(component.inputs, 'iterated_', inputCollection)])]
  const outputs = [
    ...new Set([OUTPUT, ...titles(component.outputs, 'collected_', outputCollection), ...Object.keys(reducers ?? {})]),
  ]
  return { ...registry, flow: (name) => portsOfWorkflow(name, inputs, outputs) }
}

/** A flow that only declares the inputs and outputs of the workflow; it never runs. */
function portsOfWorkflow(name: string, ins: readonly string[], outs: readonly string[]): Flow {
  const inputs = ins.map((title) => ({ title, default: null }))
  const outputs = outs.map((title) => ({ title, default: null }))
  const start: StartNode = { kind: 'start', id: 'start', name: 'start', inputs, outputs: inputs }
  const end: EndNode = { kind: 'end', id: 'end', name: 'end', inputs: outputs, outputs }
  return {
    kind: 'flow',
    id: `workflow ${name}`,
    name,
    startNode: 'start',
    nodes: [start, end],
    controlFlow: [{ id: 'finish', name: 'finish', fromNode: 'start', toNode: 'end' }],
    dataFlow: [],
  }
}
