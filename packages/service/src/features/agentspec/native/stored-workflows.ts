/** Stored workflows in the place of flows: how they are launched, and what of theirs comes out of which port. */
import type {
  DataEdge,
  EndNode,
  Flow,
  FlowNode,
  FlowNodeComponent,
  Host,
  HostTool,
  StartNode,
} from '@millrace/agentspec'
import { isObject } from '@millrace/model'

/** The ports that a node has by itself, where no document says what its flow takes and gives. */
const INPUT = 'input'
const ITEM = 'item'
const OUTPUT = 'output'

/** Before the name of a workflow that is to be run as it is, where the bare name stands for the flow around it. */
const STORED = 'stored workflow '

/** The workflows of a host, as the ports of a node that was drawn by hand want them. */
export function workflowsFor(component: FlowNodeComponent, host: Pick<Host, 'workflow'>): Host['workflow'] {
  const gathered: Record<string, unknown> = {}
  const hasOwn = component.outputs?.some(({ title }) => title === OUTPUT) === true
  return (written): HostTool | undefined => {
    const name = written.startsWith(STORED) ? written.slice(STORED.length) : written
    const workflow = host.workflow(name)
    if (workflow === undefined) return undefined
    return {
      mayRunAgain: workflow.mayRunAgain,
      async call(args, key) {
        const given = await workflow.call(launchOf(args), key)
        const outputs = isObject(given) ? given : {}
        if (component.kind !== 'parallel_flow') return { [OUTPUT]: outputs, ...outputs }
        gathered[name] = outputs
        return hasOwn ? { ...outputs, [OUTPUT]: gathered } : outputs
      },
    }
  }
}

/** An object on the one port that takes anything is the launch itself. */
function launchOf(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { [INPUT]: input, [ITEM]: item, ...others } = args
  return {
    ...others,
    ...(input === undefined ? {} : isObject(input) ? input : { [INPUT]: input }),
    ...(item === undefined ? {} : isObject(item) ? item : { [ITEM]: item }),
  }
}

/**
 * A workflow that a map names, as a flow that runs it: an item goes in, everything it gives comes out. Other inputs and
 * outputs are there as the node has ports for them.
 */
export function mappedWorkflow(component: FlowNodeComponent): ((name: string) => Flow | undefined) | undefined {
  if (component.kind !== 'map' && component.kind !== 'parallel_map') return undefined
  const { inputCollection, outputCollection, reducers } = component
  const titles = (side: typeof component.inputs, prefix: string, named: string | null | undefined) =>
    (side ?? []).flatMap(({ title }) =>
      title === named ? [] : [title.startsWith(prefix) ? title.slice(prefix.length) : title],
    )
  const inputs = [...new Set([ITEM, ...titles(component.inputs, 'iterated_', inputCollection)])]
  const outputs = [
    ...new Set([OUTPUT, ...titles(component.outputs, 'collected_', outputCollection), ...Object.keys(reducers ?? {})]),
  ]
  return (name) => (name.startsWith(STORED) ? undefined : workflowFlow(name, inputs, outputs))
}

function workflowFlow(name: string, ins: readonly string[], outs: readonly string[]): Flow {
  const inputs = ins.map((title) => ({ title, default: null }))
  const outputs = outs.map((title) => ({ title, default: null }))
  const start: StartNode = { kind: 'start', id: 'start', name: 'start', inputs, outputs: inputs }
  const run: FlowNode = {
    kind: 'flow',
    id: 'run',
    name,
    subflow: { kind: 'ref', name: `${STORED}${name}` },
    inputs,
    outputs,
  }
  const end: EndNode = { kind: 'end', id: 'end', name: 'end', inputs: outputs, outputs }
  const data = (from: string, to: string, title: string): DataEdge => ({
    id: `${from} ${title}`,
    name: `${from} ${title}`,
    sourceNode: from,
    sourceOutput: title,
    destinationNode: to,
    destinationInput: title,
  })
  return {
    kind: 'flow',
    id: `workflow ${name}`,
    name,
    startNode: 'start',
    nodes: [start, run, end],
    controlFlow: [
      { id: 'begin', name: 'begin', fromNode: 'start', toNode: 'run' },
      { id: 'finish', name: 'finish', fromNode: 'run', toNode: 'end' },
    ],
    dataFlow: [...ins.map((title) => data('start', 'run', title)), ...outs.map((title) => data('run', 'end', title))],
  }
}

/** What a workflow gives nobody knows before it has: a node that catches its failure gives nothing instead. */
export function withCaughtDefaults(component: FlowNodeComponent): FlowNodeComponent {
  if (component.kind !== 'catch_exception' || component.subflow.kind !== 'ref' || !component.outputs) return component
  return {
    ...component,
    outputs: component.outputs.map((one) => (one.default === undefined ? { ...one, default: null } : one)),
  }
}
