/**
 * All known components: kind, type name and fields in each dialect. A new component is one row. A field without a name
 * in a dialect is stored in the metadata there.
 */

/** The content of a field. The last eight contain components. */
export type Sort =
  | 'text'
  | 'flag'
  | 'any'
  | 'object'
  | 'texts'
  | 'text map'
  | 'branch list'
  | 'llm'
  | 'agent'
  | 'agents'
  | 'agent pairs'
  | 'flow'
  | 'flows'
  | 'tool'
  | 'tools'
  | 'specialization'

export interface Field {
  readonly key: string
  readonly official: string | null
  readonly simple: string | null
  readonly sort: Sort
  readonly isRequired?: true
}

export interface Shape {
  readonly kind: string
  readonly official: string
  readonly simple: string
  readonly fields: readonly Field[]
  /** Whether it has inputs and outputs; nodes also have branches. */
  readonly has: 'nothing' | 'ports' | 'ports and branches'
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A field with the same name in both dialects. */
function same(key: string, sort: Sort): Field {
  return { key, official: snake(key), simple: snake(key), sort }
}

function required(field: Field): Field {
  return { ...field, isRequired: true }
}

function renamed(key: string, sort: Sort, simple: string): Field {
  return { key, official: snake(key), simple, sort }
}

function simpleOnly(key: string, sort: Sort, simple = snake(key)): Field {
  return { key, official: null, simple, sort }
}

const HTTP: readonly Field[] = [
  required(renamed('url', 'text', 'endpoint')),
  renamed('httpMethod', 'text', 'method'),
  same('apiSpecUri', 'text'),
  renamed('data', 'any', 'body'),
  same('queryParams', 'object'),
  same('headers', 'object'),
  same('sensitiveHeaders', 'object'),
  same('urlAllowList', 'texts'),
  same('retryPolicy', 'object'),
]

const MAP: readonly Field[] = [
  required(renamed('subflow', 'flow', 'map_flow')),
  same('reducers', 'text map'),
  simpleOnly('inputCollection', 'text'),
  simpleOnly('outputCollection', 'text'),
]

function node(kind: string, official: string, fields: readonly Field[]): Shape {
  return { kind, official, simple: `${kind}_node`, fields, has: 'ports and branches' }
}

export const NODES: readonly Shape[] = [
  node('start', 'StartNode', []),
  node('end', 'EndNode', [same('branchName', 'text')]),
  node('llm', 'LlmNode', [
    same('llmConfig', 'llm'),
    required(same('promptTemplate', 'text')),
    simpleOnly('systemPrompt', 'text'),
    simpleOnly('outputSchema', 'object'),
  ]),
  node('api', 'ApiNode', HTTP),
  node('agent', 'AgentNode', [required(same('agent', 'agent'))]),
  node('flow', 'FlowNode', [required(renamed('subflow', 'flow', 'flow'))]),
  node('map', 'MapNode', MAP),
  node('parallel_map', 'ParallelMapNode', MAP),
  node('parallel_flow', 'ParallelFlowNode', [required(renamed('subflows', 'flows', 'flows'))]),
  node('branching', 'BranchingNode', [
    { key: 'mapping', official: 'mapping', simple: null, sort: 'text map', isRequired: true },
    simpleOnly('seedBranches', 'branch list', 'branches'),
  ]),
  node('tool', 'ToolNode', [required(same('tool', 'tool'))]),
  node('input_message', 'InputMessageNode', [same('message', 'text')]),
  node('output_message', 'OutputMessageNode', [required(same('message', 'text'))]),
  node('catch_exception', 'CatchExceptionNode', [required(renamed('subflow', 'flow', 'flow'))]),
]

function tool(kind: string, official: string, fields: readonly Field[]): Shape {
  return {
    kind,
    official,
    simple: `${kind}_tool`,
    fields: [...fields, same('requiresConfirmation', 'flag')],
    has: 'ports',
  }
}

export const TOOLS: readonly Shape[] = [
  tool('server', 'ServerTool', [simpleOnly('functionName', 'text')]),
  tool('client', 'ClientTool', []),
  tool('remote', 'RemoteTool', HTTP),
  tool('builtin', 'BuiltinTool', [
    same('toolType', 'text'),
    same('configuration', 'any'),
    same('executorName', 'any'),
    same('toolVersion', 'text'),
  ]),
  tool('mcp', 'MCPTool', [same('clientTransport', 'object')]),
]

function agent(kind: string, official: string, fields: readonly Field[]): Shape {
  return { kind, official, simple: kind, fields, has: 'ports' }
}

export const AGENTS: readonly Shape[] = [
  agent('agent', 'Agent', [
    same('llmConfig', 'llm'),
    same('systemPrompt', 'text'),
    same('tools', 'tools'),
    same('toolboxes', 'any'),
    same('humanInTheLoop', 'flag'),
    same('transforms', 'any'),
  ]),
  agent('specialized_agent', 'SpecializedAgent', [
    required(same('agent', 'agent')),
    {
      key: 'parameters',
      official: 'agent_specialization_parameters',
      simple: 'agent_specialization_parameters',
      sort: 'specialization',
    },
  ]),
  agent('swarm', 'Swarm', [
    required(same('firstAgent', 'agent')),
    required(same('relationships', 'agent pairs')),
    same('handoff', 'any'),
  ]),
  agent('manager_workers', 'ManagerWorkers', [
    required(same('groupManager', 'agent')),
    required(same('workers', 'agents')),
  ]),
]

export const SPECIALIZATION: Shape = {
  kind: 'specialization',
  official: 'AgentSpecializationParameters',
  simple: 'agent_specialization_parameters',
  has: 'ports',
  fields: [same('additionalInstructions', 'text'), same('additionalTools', 'tools'), same('humanInTheLoop', 'flag')],
}

/** One shape for all classes of model configuration; the class is in `componentType`. */
export const LLM: Shape = {
  kind: 'llm_config',
  official: 'LlmConfig',
  simple: 'llm_config',
  has: 'nothing',
  fields: [
    same('modelId', 'text'),
    same('provider', 'text'),
    same('url', 'text'),
    same('apiKey', 'any'),
    same('apiType', 'text'),
    renamed('defaultGenerationParameters', 'object', 'parameters'),
    same('retryPolicy', 'object'),
  ],
}

/** The official classes of model configurations, and whether each has a field `provider`. */
export const LLM_CLASSES: Readonly<Record<string, { readonly hasProvider: boolean }>> = {
  LlmConfig: { hasProvider: true },
  OciGenAiConfig: { hasProvider: true },
  OpenAiConfig: { hasProvider: false },
  OpenAiCompatibleConfig: { hasProvider: false },
  VllmConfig: { hasProvider: false },
  OllamaConfig: { hasProvider: false },
  GeminiConfig: { hasProvider: false },
}

const ALL = [...NODES, ...TOOLS, ...AGENTS, SPECIALIZATION]

const BY_OFFICIAL = new Map(ALL.map((shape) => [shape.official, shape]))
const BY_SIMPLE = new Map(ALL.map((shape) => [shape.simple, shape]))
// Alternative spellings of two names in the official documentation.
BY_OFFICIAL.set('LLMNode', BY_OFFICIAL.get('LlmNode') as Shape)
BY_OFFICIAL.set('APINode', BY_OFFICIAL.get('ApiNode') as Shape)
const BY_KIND = new Map([
  ...NODES.map((shape) => [`node ${shape.kind}`, shape] as const),
  ...[...TOOLS, ...AGENTS, SPECIALIZATION, LLM].map((shape) => [shape.kind, shape] as const),
])

/** The shape of a type name in a dialect; undefined for flows, edges and unknown types. */
export function shapeOf(typeName: string, dialect: 'official' | 'simple'): Shape | undefined {
  if (dialect === 'official' && Object.hasOwn(LLM_CLASSES, typeName)) return LLM
  if (dialect === 'simple' && typeName === LLM.simple) return LLM
  return (dialect === 'official' ? BY_OFFICIAL : BY_SIMPLE).get(typeName)
}

export function nodeShape(kind: string): Shape | undefined {
  return BY_KIND.get(`node ${kind}`)
}

export function shapeOfKind(kind: string): Shape | undefined {
  return BY_KIND.get(kind)
}

/** The official name of a node kind, for messages. */
export function nodeTypeName(node: { readonly kind: string; readonly componentType?: string }): string {
  return nodeShape(node.kind)?.official ?? node.componentType ?? node.kind
}

/** The node kind in the simple dialect, as in the catalogue ids after `agentspec.`. */
export function simpleTypeName(node: { readonly kind: string; readonly componentType?: string }): string {
  return nodeShape(node.kind)?.simple ?? node.componentType ?? node.kind
}

/** Prefix of metadata keys for fields that a dialect does not support. */
export const CARRIED = 'agentspec:'
