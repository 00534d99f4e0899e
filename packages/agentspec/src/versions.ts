/**
 * Determines the minimum version of the official format for a document. The two official libraries disagree about the
 * version requirements and the official examples violate them, so a low or unknown version is a warning, not an error.
 */
import { isObject } from '@millrace/model'
import type { AnyComponent, Fields, Flow } from './components.ts'
import { componentsIn } from './components-in.ts'
import { quoted } from './notes.ts'
import { outputsOf } from './ports.ts'

const FIRST = '25.4.1'
const KNOWN = ['25.3.0', '25.3.1', '25.4.0', FIRST, '25.4.2', '26.1.0', '26.1.2', '26.2.0']

export const KNOWN_VERSIONS: readonly string[] = KNOWN

export interface NeededVersion {
  readonly version: string
  /** The component that requires it; absent for the first version. */
  readonly because?: string
}

const SECOND_KINDS = new Set([
  'builtin',
  'parallel_map',
  'parallel_flow',
  'swarm',
  'manager_workers',
  'specialized_agent',
  'specialization',
])

const SECOND_TYPES = new Set(['A2AAgent', 'A2AConnectionConfig', 'BuiltinTool'])

const LATEST_TYPES = new Set([
  'LlmConfig',
  'GeminiConfig',
  'GeminiAIStudioAuthConfig',
  'GeminiVertexAIAuthConfig',
  'OAuthConfig',
  'OAuthClientConfig',
  'InMemoryCollectionDatastore',
  'OracleDatabaseDatastore',
  'PostgresDatabaseDatastore',
  'ConversationSummarizationTransform',
  'MessageSummarizationTransform',
])

const LATEST_FIELDS = [
  'retryPolicy',
  'retry_policy',
  'urlAllowList',
  'url_allow_list',
  'auth',
  'transforms',
  'key_file',
  'cert_file',
  'ca_file',
]

/** The lowest version that supports everything in a document. */
export function versionNeeded(root: AnyComponent): NeededVersion {
  let needed: NeededVersion = { version: FIRST }
  for (const one of [root, ...componentsIn(root)]) {
    const version = versionOf(one)
    if (rank(version) > rank(needed.version)) needed = { version, because: one.name }
  }
  return needed
}

function rank(version: string): number {
  return KNOWN.indexOf(version)
}

/** Whether a version is equal or later. An unknown version counts as the newest. */
export function isAtLeast(version: string, least: string): boolean {
  return !KNOWN.includes(version) || rank(version) >= rank(least)
}

function versionOf(one: AnyComponent): string {
  const fields = one as unknown as Fields
  const { nested, types } = verbatimIn(fields)
  if (one.kind === 'catch_exception') return '26.1.2'
  if (types.some((type) => LATEST_TYPES.has(type))) return '26.1.2'
  if (fields.componentType === 'OciGenAiConfig' && fields.provider === 'XAI') return '26.1.2'
  const own = isObject(fields.extra) ? [fields, fields.extra] : [fields]
  if ([...own, ...nested].some((part) => LATEST_FIELDS.some((field) => isGiven(part[field])))) return '26.1.2'
  if (nested.some((part) => part.requires_confirmation === true)) return '26.1.2'
  if (SECOND_KINDS.has(one.kind) || types.some((type) => SECOND_TYPES.has(type))) return '25.4.2'
  if (nested.some((part) => isGiven(part.sensitive_headers) || isGiven(part.api_key))) return '25.4.2'
  return usesOfSecond(fields) ? '25.4.2' : FIRST
}

function usesOfSecond(one: Fields): boolean {
  if (one.requiresConfirmation === true || one.humanInTheLoop === false) return true
  if (isGiven(one.toolboxes) || isGiven(one.sensitiveHeaders) || isGiven(one.apiKey)) return true
  if (one.data !== undefined && one.data !== null && !isObject(one.data)) return true
  const usual = one.componentType === 'OciGenAiConfig' ? 'oci' : 'chat_completions'
  if (typeof one.apiType === 'string' && one.apiType !== usual) return true
  if (isObject(one.extra) && isGiven(one.extra.conversation_store_id)) return true
  if (one.kind !== 'llm') return false
  const outputs = outputsOf(one as never)
  return outputs.length > 1 || outputs.some((output) => output.type !== 'string')
}

function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return !isObject(value) || Object.keys(value).length > 0
}

/** Component types in the parts that are kept unchanged: toolboxes, transports, unknown fields. */
function verbatimIn(one: Fields): { nested: Fields[]; types: string[] } {
  const nested: Fields[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    else if (isObject(value)) {
      if (typeof value.component_type === 'string') nested.push(value)
      for (const inner of Object.values(value)) walk(inner)
    }
  }
  for (const key of ['toolboxes', 'clientTransport', 'transforms', 'extra']) walk(one[key])
  const types = nested.map((part) => String(part.component_type))
  return { nested, types: typeof one.componentType === 'string' ? [one.componentType, ...types] : types }
}

/** Warnings about the version of a document. */
export function versionWarnings(root: AnyComponent, version: unknown): string[] {
  if (version === undefined) return [`The document has no ${quoted('agentspec_version')}: assuming the newest version`]
  if (typeof version !== 'string' || !KNOWN.includes(version)) {
    return [`Version ${quoted(version)} of Agent Spec is unknown: reading it like the newest version`]
  }
  const needed = versionNeeded(root)
  if (rank(needed.version) <= Math.max(rank(version), rank(FIRST))) return []
  return [`Version ${quoted(version)} is too low: ${quoted(needed.because)} needs ${needed.version} or higher`]
}

/** The version of a document, or the version that its content requires if that is higher. */
function raised(said: string | undefined, needed: string): string {
  return said !== undefined && isAtLeast(said, needed) ? said : needed
}

/** The version to write a flow in, or why the requested one is too low. */
export function versionFor(flow: Flow, wanted?: string): { version: string } | { problem: string } {
  if (wanted === undefined) return { version: raised(flow.version, versionNeeded(flow).version) }
  if (!KNOWN.includes(wanted) || rank(wanted) < rank(FIRST)) {
    return { problem: `Version ${quoted(wanted)} of Agent Spec is unknown` }
  }
  const needed = versionNeeded(flow)
  if (rank(needed.version) <= rank(wanted)) return { version: wanted }
  return { problem: `${quoted(needed.because)} requires version ${needed.version} (requested ${wanted})` }
}
