/**
 * From a submitted document to the plan that runs it, in two steps: what the document says, and, once somebody has looked
 * up what it names, whether it can run. Both are pure, so that large documents are worked on in a worker thread.
 */
import {
  type Agentic,
  flowInputs,
  flowOfAgent,
  namesIn,
  type Property,
  readAgentSpec,
  validateFlow,
  workflowsIn,
} from '@millrace/agentspec'
import type { ExecutionRecord } from '@millrace/engine'
import { planOf } from './flow-record.ts'
import { type Named, registryOf } from './names-in.ts'

export interface ReadRoot {
  /** A flow, or an agent in its place. */
  readonly root: Agentic
  readonly isAgent: boolean
  /** Registered tools and agents that it may mean. */
  readonly names: readonly string[]
  /** Stored workflows that it runs as flows. */
  readonly workflows: readonly string[]
  readonly errors?: undefined
}

export interface Unreadable {
  readonly errors: readonly string[]
}

export function readRoot(document: unknown): ReadRoot | Unreadable {
  const read = readAgentSpec(document)
  if (read.errors !== undefined) return { errors: read.errors }
  const root = read.flow ?? read.agent
  if (root === undefined) return { errors: ['The document has no flow and no agent'] }
  return { root, isAgent: read.flow === undefined, names: [...namesIn(root)], workflows: workflowsIn(root) }
}

export interface RootToAccept {
  readonly root: Agentic
  readonly isAgent: boolean
  readonly named: Named
  readonly maxSteps?: number | undefined
}

export interface AcceptedFlow {
  readonly name: string
  readonly inputs: readonly Property[]
  readonly plan: ExecutionRecord['plan']
  /** What has to be sealed, as JSON; empty if nothing. */
  readonly secrets: string
}

/** What keeps a flow from running, or what it runs as. */
export function accept({ root, isAgent, named, maxSteps }: RootToAccept): AcceptedFlow | Unreadable {
  const registry = registryOf(named)
  const flow = isAgent || root.kind !== 'flow' ? flowOfAgent(root, { registry, isConversation: true }) : root
  const { errors } = validateFlow(flow, registry)
  if (errors.length > 0) return { errors }
  const { plan, secrets } = planOf({ flow, named, maxSteps })
  const sealed = Object.keys(secrets).length === 0 ? '' : JSON.stringify(secrets)
  return { name: flow.name, inputs: flowInputs(flow), plan, secrets: sealed }
}
