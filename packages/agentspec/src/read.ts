/** Entry point for reading Agent Spec documents: any dialect, JSON or YAML, text or value. Never throws. */
import { isObject } from '@millrace/model'
import { readOfficial } from './codec/read-official.ts'
import { newSeedReader, withSharedComponents } from './codec/read-simple.ts'
import { resolveReferences } from './codec/resolve-references.ts'
import type { Agentic, AnyComponent, Fields, Flow, LlmConfig, Tool } from './components.ts'
import { componentsIn } from './components-in.ts'
import { derivedEdgeCount } from './data-flow.ts'
import { LIMITS_OF_READING, type Limits } from './limits.ts'
import { type Notes, newNotes } from './notes.ts'
import { bounded, parseText } from './text.ts'
import { versionWarnings } from './versions.ts'

export interface ReadOptions {
  readonly limits?: Partial<Limits>
  /** Components outside the document that official references may point to, by id. */
  readonly components?: Fields
}

/** The document. At least one of `flow`, `agent`, `tools`, `llmConfigs` is not empty. */
export interface AgentSpec {
  readonly dialect: 'official' | 'simple'
  readonly flow?: Flow
  readonly agent?: Agentic
  readonly tools: readonly Tool[]
  readonly llmConfigs: readonly LlmConfig[]
  /** `agentspec_version`, if the document has one. */
  readonly version?: string
  /** Metadata of a document in the simple dialect, next to its flow. */
  readonly metadata?: Fields
  readonly warnings: readonly string[]
  readonly errors?: undefined
}

export interface Unreadable {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  readonly flow?: undefined
  readonly agent?: undefined
}

/** The dialect of a value, if any. */
export function dialectOf(value: unknown): 'official' | 'simple flow' | 'simple document' | undefined {
  if (!isObject(value)) return undefined
  const type = value.component_type
  if (typeof type === 'string' && /^[A-Z]/.test(type)) return 'official'
  if (isObject(value.$referenced_components) || typeof value.$component_ref === 'string') return 'official'
  if (value.agentspec_version !== undefined || value.air_version !== undefined) return 'official'
  if (type === 'flow') return 'simple flow'
  if (isObject(value.flow)) return dialectOf(value.flow) === 'official' ? 'official' : 'simple document'
  if (isObject(value.agent) && type === undefined) return 'simple document'
  if (type === 'agent' || type === 'swarm' || type === 'manager_workers') return 'simple document'
  if (Array.isArray(value.nodes) && (type === undefined || typeof value.start_node === 'string')) return 'simple flow'
  return undefined
}

/** Reads a document. The result has `errors` if it is unreadable. */
export function readAgentSpec(input: unknown, options: ReadOptions = {}): AgentSpec | Unreadable {
  const notes = newNotes()
  const limits = { ...LIMITS_OF_READING, ...options.limits }
  const parsed = typeof input === 'string' ? parseText(input, limits, notes) : input
  const value = parsed === undefined ? undefined : bounded(parsed, limits, notes)
  const read = isObject(value) ? readValue(value, { notes, limits, options }) : undefined
  if (notes.errors.length === 0 && read === undefined) notes.error('This is not an Agent Spec flow, agent or document')
  const { errors, warnings } = notes
  return errors.length > 0 || read === undefined ? { errors, warnings } : { ...read, warnings }
}

interface Reading {
  readonly notes: Notes
  readonly limits: Limits
  readonly options: ReadOptions
}

type Read = Omit<AgentSpec, 'warnings'>

function readValue(value: Fields, reading: Reading): Read | undefined {
  const { notes, limits } = reading
  if (isTooWide(value, reading)) return undefined
  const dialect = dialectOf(value)
  const read =
    dialect === 'official'
      ? officialIn(value, reading)
      : dialect === undefined
        ? undefined
        : simpleIn(dialect === 'simple flow' ? { flow: value } : value, notes)
  const root = read?.flow ?? read?.agent
  const flows = root === undefined ? [] : [root, ...componentsIn(root)].filter((one) => 'controlFlow' in one)
  if (flows.reduce((sum, flow) => sum + flow.nodes.length, 0) > limits.nodes) {
    notes.error(tooManyNodes(limits))
  } else if (flows.some((flow) => !flow.dataFlow && derivedEdgeCount(flow) > limits.derivedEdges)) {
    notes.error('Too many implicit data connections by name: list `data_flow_connections`')
  }
  return read
}

/** True if a document exceeds the node or edge limits. Checked first, because reading nodes and edges is expensive. */
function isTooWide(value: Fields, { notes, limits }: Reading): boolean {
  let [nodes, edges] = [0, 0]
  const open: unknown[] = [value]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const inner of Object.values(one as object)) if (typeof inner === 'object' && inner !== null) open.push(inner)
    if (!isObject(one) || one.start_node === undefined) continue
    nodes += lengthOf(one.nodes)
    edges += lengthOf(one.control_flow_connections) + lengthOf(one.data_flow_connections)
  }
  if (nodes > limits.nodes) notes.error(tooManyNodes(limits))
  if (edges > limits.edges) notes.error(`The document has more than ${limits.edges} control and data edges`)
  return notes.errors.length > 0
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}

function tooManyNodes({ nodes }: Limits): string {
  return `The flow has more than ${nodes} nodes`
}

/** Reads an official document; a disaggregated one has the form `{flow, components}`. */
function officialIn(value: Fields, { notes, limits, options }: Reading): Read | undefined {
  const isPair = value.component_type === undefined && isObject(value.flow)
  const main = isPair && isObject(value.flow) ? value.flow : value
  const given = isPair && isObject(value.components) ? value.components : {}
  const registry = {
    ...options.components,
    ...(isObject(given.$referenced_components) ? given.$referenced_components : given),
  }
  const onlyParts = main.component_type === undefined && main.$component_ref === undefined
  if (onlyParts) {
    notes.error('The document has $referenced_components but no root component')
    return undefined
  }
  const resolved = resolveReferences(main, { notes, limits, registry })
  if (notes.errors.length > 0) return undefined
  const root = readOfficial(resolved, notes)
  const version = resolved.agentspec_version ?? resolved.air_version
  for (const text of versionWarnings(root, version)) notes.warn(text)
  return { dialect: 'official', ...rooted(root, notes), ...(typeof version === 'string' ? { version } : {}) }
}

const AGENTIC = new Set(['agent', 'specialized_agent', 'swarm', 'manager_workers'])

function rooted(root: AnyComponent, notes: Notes): Omit<Read, 'dialect'> {
  const inside = [root, ...componentsIn(root)]
  const lists = {
    tools: inside.filter((one): one is Tool => ['server', 'client', 'remote', 'builtin', 'mcp'].includes(one.kind)),
    llmConfigs: inside.filter((one): one is LlmConfig => one.kind === 'llm_config'),
  }
  if ('controlFlow' in root) return { flow: root, ...lists }
  const isAgent = AGENTIC.has(root.kind) || (root.kind === 'unknown' && /Agent/.test(root.componentType))
  if (isAgent && !('branches' in root)) return { agent: root as Agentic, ...lists }
  if (!lists.tools.includes(root as Tool) && !lists.llmConfigs.includes(root as LlmConfig)) {
    notes.error('This is neither a flow nor an agent')
  }
  return lists
}

function simpleIn(given: Fields, notes: Notes): Read {
  const document = withSharedComponents(given)
  const reader = newSeedReader(document, notes)
  const llmConfigs = reader.list(document.llm_configs, 'llm') as LlmConfig[]
  const tools = reader.list(document.tools, 'tool') as Tool[]
  const isAgent = typeof document.component_type === 'string'
  const rawAgent = isAgent ? document : document.agent
  const agent = isObject(rawAgent)
    ? (reader.component({ component_type: 'agent', ...rawAgent }, 'agent') as Agentic)
    : undefined
  const rawFlow = isObject(document.flow) && !isAgent ? document.flow : undefined
  if (rawFlow !== undefined && rawFlow.component_type !== 'flow')
    notes.error('The `component_type` of a flow must be `flow`')
  const flow = rawFlow === undefined ? undefined : reader.flow(rawFlow)
  return {
    dialect: 'simple',
    ...(flow === undefined ? {} : { flow }),
    ...(agent === undefined ? {} : { agent }),
    ...(flow?.version === undefined ? {} : { version: flow.version }),
    ...(isObject(document.metadata) && !isAgent ? { metadata: document.metadata } : {}),
    tools,
    llmConfigs,
  }
}
