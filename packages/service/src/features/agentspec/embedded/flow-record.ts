/**
 * A flow as an execution of the engine: a plan of one node that holds the whole flow. What the flow calls (workflows,
 * tool nodes) hangs on that node as tools do, so that it is run, bounded and found again like any tool of an agent.
 */

import { type Flow, uniqueNames, workflowsIn } from '@millrace/agentspec'
import type { ExecutionRecord } from '@millrace/engine'
import { isObject, type PlanTool, placeholderOf } from '@millrace/model'
import { secretsOfNamed } from '../registry/registered-secrets.ts'
import { type SecretPlace, splitSecrets } from './flow-secrets.ts'
import type { Named } from './names-in.ts'

export const FLOW_TYPE = 'agentspec.flow'
/** The id of the one node. */
export const FLOW_NODE = 'flow'

/**
 * The settings of the one node. Secrets of the flow and registered components are kept apart: those of the flow go back
 * to their places in it, and what it names is sealed as a whole.
 */
export interface FlowConfig {
  /** With placeholders in place of its secrets. */
  readonly flow: Flow
  readonly places: readonly SecretPlace[]
  /** Those of the flow by their numbers, then those of what it names, so that both are masked in what it gives. */
  readonly secrets: readonly string[]
  /** A `Named` as JSON; empty if the flow names nothing. */
  readonly named: string
  /** Names of the flow's nodes, in the order of the document. */
  readonly nodes: readonly string[]
  readonly maxSteps?: number
}

export interface Accepted {
  readonly flow: Flow
  readonly named: Named
  readonly maxSteps?: number | undefined
}

/** The plan, and its secrets by place as all executions keep them. */
export function planOf({ flow, named, maxSteps }: Accepted): {
  readonly plan: ExecutionRecord['plan']
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>
} {
  const { value, places, secrets: own } = splitSecrets(flow)
  const secrets = [...own, ...secretsOfNamed(named)]
  const namedText = isEmpty(named) ? '' : JSON.stringify(named)
  const sealed = [
    ...(namedText === '' ? [] : [['/named', namedText] as const]),
    ...secrets.map((secret, at) => [`/secrets/${at}`, secret] as const),
  ]
  const config: FlowConfig = {
    flow: value,
    places,
    secrets: secrets.map(placeholderOf),
    named: namedText === '' ? '' : placeholderOf(namedText),
    nodes: [...uniqueNames(flow).values()],
    ...(maxSteps === undefined ? {} : { maxSteps }),
  }
  const tools = toolsOf({ flow, named })
  const node = {
    id: FLOW_NODE,
    type: FLOW_TYPE,
    label: flow.name,
    config: config as unknown as Record<string, unknown>,
    inputs: [],
    loop: -1,
    heads: -1,
    join: 'all' as const,
    hasErrorEdge: false,
    ...(tools.length === 0 ? {} : { tools: tools.map((_, at) => at) }),
  }
  return {
    plan: { nodes: [node], edges: [], loops: [], tools },
    secrets: sealed.length === 0 ? {} : { [FLOW_NODE]: Object.fromEntries(sealed) },
  }
}

function isEmpty({ tools, agents }: Named): boolean {
  return Object.keys(tools).length === 0 && Object.keys(agents).length === 0
}

/** Ids under which the node finds what it may call. */
export const toolIdOf = (name: string) => `tool:${name}`
export const workflowIdOf = (name: string) => `workflow:${name}`

/** What a flow may call, as tools of the step that runs it. */
export function toolsOf({ flow, named }: Pick<Accepted, 'flow' | 'named'>): PlanTool[] {
  const tools = Object.values(named.tools).flatMap(({ name, implementation }): PlanTool[] => {
    const facts = { id: toolIdOf(name), label: name }
    if (implementation.kind === 'node') return [{ ...facts, type: implementation.type, config: {}, isStep: true }]
    if (implementation.kind !== 'workflow') return []
    return [{ ...facts, type: 'sub_workflow', config: { workflow: implementation.workflow, wait: true } }]
  })
  const workflows = workflowsIn(flow).map((name) => ({
    id: workflowIdOf(name),
    label: name,
    type: 'sub_workflow',
    config: { workflow: name, wait: true },
  }))
  return [...tools, ...workflows]
}

/** The settings of the flow that an execution runs; undefined for one that runs no flow. */
export function flowConfigOf({ plan }: Pick<ExecutionRecord, 'plan'>): FlowConfig | undefined {
  const [node] = plan.nodes
  return node?.type === FLOW_TYPE && isObject(node.config) ? (node.config as unknown as FlowConfig) : undefined
}
