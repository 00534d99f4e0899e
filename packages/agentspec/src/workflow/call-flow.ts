/**
 * Exports a `sub_workflow` node as a flow node that contains the called workflow. The node has one object as input and
 * output, so its flow splits the object, runs the called flow and collects its outputs into an object.
 */
import { isObject } from '@millrace/model'
import {
  type ControlEdge,
  type DataEdge,
  type EndNode,
  type FlowNode,
  type FlowNodeComponent,
  NEXT,
  type Property,
  type ServerTool,
  type StartNode,
  type ToolNode,
} from '../components.ts'
import { quoted } from '../notes.ts'
import { branchesOf, flowInputs, flowOutputs } from '../ports.ts'
import type { CalledWorkflow, FindCalled } from './called-workflows.ts'
import { controlName, dataName } from './draw-edges.ts'
import { CYCLE } from './export-rules.ts'
import { millraceTool } from './millrace-tools.ts'
import { isConnected, keepOnly, type NodeContext } from './node-context.ts'
import { settingInputs } from './settings.ts'

/** The called workflow as a subflow, or a tool that calls it by name if it cannot be included. */
export function workflowCall(context: NodeContext, workflow: string, called: FindCalled): FlowNodeComponent {
  const { name, node, notes } = context
  const starts = node.config.wait === false || isConnected(context, 'execution_id', 'outputs')
  const call = starts
    ? { problem: 'it is started as a separate execution' }
    : hasOwnPorts(node)
      ? { problem: 'its node has inputs or outputs of its own' }
      : called(workflow)
  if ('flow' in call) return callFlow(context, call)
  if ('cycle' in call) notes.error(`${CYCLE}: ${call.cycle.map((one) => quoted(one)).join(' calls ')}`)
  else notes.warn(`${quoted(name)}: the workflow ${quoted(workflow)} is not included in the document: ${call.problem}`)
  return workflowTool(context)
}

/** A tool with the settings of the call. A port of its own without connection is left out: its value may be missing. */
export function workflowTool(context: NodeContext): ToolNode {
  for (const name of ownOutputs(context.node)) {
    if (!isConnected(context, name, 'outputs')) context.outputs.delete(name)
  }
  return millraceTool(context)
}

/** The names of the outputs that have a port of their own. */
export function ownOutputs({ config }: NodeContext['node']): string[] {
  const list = Array.isArray(config.dynamicOutputs) ? config.dynamicOutputs : []
  return list.filter(isObject).map(({ name }) => String(name))
}

/** Ports beside the two objects: a subflow here takes and returns only these, so a tool with the settings keeps all. */
function hasOwnPorts({ config }: NodeContext['node']): boolean {
  return [config.dynamicInputs, config.dynamicOutputs].some((list) => Array.isArray(list) && list.length > 0)
}

const INPUTS = 'inputs'
const OUTPUTS = 'outputs'
const MERGED = 'merged'

function callFlow(context: NodeContext, { flow, launch }: CalledWorkflow): FlowNode {
  const { id, name, freeId } = context
  keepOnly(context, 'inputs', [INPUTS])
  keepOnly(context, 'outputs', [OUTPUTS])
  const part = (end: string) => freeId(`${id}/${end}`)
  const inputs: Property[] = [{ title: INPUTS, default: {} }]
  const outputs: Property[] = [{ title: OUTPUTS, type: 'object' }]
  const [taken, given] = [flowInputs(flow), flowOutputs(flow)]
  const start: StartNode = { kind: 'start', id: part('start'), name: 'Start', inputs, outputs: inputs }
  const run: FlowNode = { kind: 'flow', id: part('call'), name: 'Call', subflow: flow, inputs: taken, outputs: given }
  const before = taken.length > 0 ? splitter(context, taken, launch) : undefined
  const after = collector(context, given)
  const end: EndNode = { kind: 'end', id: part('end'), name: 'End', inputs: outputs, outputs }
  const steps = [start, ...(before ? [before] : []), run, after, end]
  return {
    kind: 'flow',
    id,
    name,
    inputs,
    outputs,
    subflow: {
      kind: 'flow',
      id: part('flow'),
      name,
      startNode: start.id,
      nodes: steps,
      controlFlow: steps.slice(1).flatMap((to, at) => controlEdges(steps[at] ?? start, to, part)),
      dataFlow: [
        ...(before ? [dataEdge(start, INPUTS, before, INPUTS)] : []),
        ...(before ? taken.map(({ title }) => dataEdge(before, title, run, title)) : []),
        ...given.map(({ title }) => dataEdge(run, title, after, title)),
        dataEdge(after, MERGED, end, OUTPUTS),
      ].map((edge) => ({ ...edge, id: part(edge.id) })),
    },
  }
}

/** A tool that extracts the inputs of the called workflow from the launch object. */
function splitter(context: NodeContext, taken: readonly Property[], launch: CalledWorkflow['launch']): ToolNode {
  const settings = {
    mappings: taken.map(({ title }) => ({ output: title, expression: launch.get(title) ?? 'null' })),
    dynamicInputs: [{ name: INPUTS, dataType: 'mixed' }],
    dynamicOutputs: taken.map(({ title }) => ({ name: title, dataType: 'mixed' })),
  }
  const inputs = [{ title: INPUTS, default: {} }, ...settingInputs(settings, new Set([INPUTS])).inputs]
  const outputs = taken.map(({ default: _, ...property }): Property => property)
  return toolNode(context, { part: 'take apart', name: 'Inputs', type: 'data_mapper', inputs, outputs })
}

/** A tool that collects the outputs of the called workflow into one object. */
function collector(context: NodeContext, given: readonly Property[]): ToolNode {
  const fed = given.map(({ title }): Property => ({ title, default: null }))
  const settings = { mode: 'object', dynamicInputs: given.map(({ title }) => ({ name: title, dataType: 'mixed' })) }
  const { inputs, metadata } = settingInputs(settings, new Set(given.map(({ title }) => title)))
  return toolNode(context, {
    part: 'put together',
    name: 'Outputs',
    type: 'merge',
    inputs: [...fed, ...inputs],
    outputs: [{ title: MERGED, type: 'object' }],
    ...(metadata === undefined ? {} : { metadata }),
  })
}

type NewTool = Pick<ServerTool, 'name' | 'metadata'> & {
  readonly part: string
  readonly type: string
  readonly inputs: readonly Property[]
  readonly outputs: readonly Property[]
}

function toolNode({ id, node, freeId, needsMillrace }: NodeContext, { part, type, name, ...ports }: NewTool): ToolNode {
  const tool: ServerTool = { kind: 'server', id: freeId(`${id}/${part}/tool`), name: type, ...ports }
  needsMillrace(tool, node.name)
  const { inputs, outputs } = ports
  return { kind: 'tool', id: freeId(`${id}/${part}`), name, tool, inputs, outputs }
}

/** All ends of the called workflow lead to the same next node. */
function controlEdges(from: FlowNodeComponent, to: FlowNodeComponent, part: (end: string) => string): ControlEdge[] {
  return branchesOf(from).map((branch) => {
    const name = controlName({ from: from.name, to: to.name, branch })
    const way = branch === NEXT ? {} : { fromBranch: branch }
    return { id: part(name), name, fromNode: from.id, toNode: to.id, ...way }
  })
}

type Ends = { readonly id: string; readonly name: string }

function dataEdge(from: Ends, output: string, to: Ends, input: string): DataEdge {
  const name = dataName({ from: from.name, output, to: to.name, input })
  return { id: name, name, sourceNode: from.id, sourceOutput: output, destinationNode: to.id, destinationInput: input }
}
