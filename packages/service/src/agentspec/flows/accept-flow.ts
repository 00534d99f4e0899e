/**
 * Converts a submitted document to its plan in two steps: reading the document, and, once its references are resolved,
 * validating and compiling it. Both are pure, so that a worker thread can run them for large documents.
 */
import {
  type Agentic,
  flowOfAgent,
  launchInputs,
  namesIn,
  type Property,
  readAgentSpec,
  validateFlow,
  workflowsIn,
} from '@millrace/agentspec'
import type { CompiledFlow } from '../../executions/called-flows.ts'
import { type Named, registryOf } from '../registry/named-components.ts'
import { compiledFlow } from './compiled-flow.ts'

export interface ReadRoot {
  /** A flow, or an agent instead of one. */
  readonly root: Agentic
  readonly isAgent: boolean
  /** Registered tools and agents that it may refer to. */
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
}

export interface AcceptedFlow extends CompiledFlow {
  readonly name: string
  /** The launch inputs with all defaults. */
  readonly inputs: readonly Property[]
}

/** The compiled flow, or the errors that prevent it from running. */
export function accept({ root, isAgent, named }: RootToAccept): AcceptedFlow | Unreadable {
  const registry = registryOf(named)
  const flow = isAgent || root.kind !== 'flow' ? flowOfAgent(root, { registry, isConversation: true }) : root
  const { errors } = validateFlow(flow, registry)
  if (errors.length > 0) return { errors }
  return { name: flow.name, inputs: launchInputs(flow), ...compiledFlow(flow, named) }
}
