/**
 * An Agent Spec document as values: the official component graph, independent of the dialect it was written in. Both
 * codecs read into these types and write from them; conversion, validation and running nodes use nothing else.
 *
 * Invariants of these types:
 * C1 a component that is used in several places is one object (compare by identity or by `id`);
 * C2 there are no cycles between components; edges name their nodes by id, so a cyclic flow is not a cyclic value;
 * C3 an absent field is absent, null is null: use `inputsOf`, `outputsOf`, `branchesOf` for the effective values;
 * C4 unknown fields are kept unchanged in `extra`; a component of an unknown type has `kind: 'unknown'`.
 */

/** An input or output: a JSON Schema whose title is its name. Without `type` and `anyOf` it accepts any value. */
export interface Property {
  readonly title: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: unknown
  readonly properties?: Readonly<Record<string, unknown>>
  readonly additionalProperties?: unknown
  readonly required?: readonly string[]
  readonly anyOf?: readonly unknown[]
  readonly [keyword: string]: unknown
}

export type Fields = Readonly<Record<string, unknown>>

/** Fields of every component. */
export interface Component {
  readonly id: string
  readonly name: string
  readonly description?: string | null
  readonly metadata?: Fields | null
  /** Unknown fields, unchanged; components inside them are resolved and inline. */
  readonly extra?: Fields
}

interface WithPorts extends Component {
  /** As declared; inferred if absent or null. */
  readonly inputs?: readonly Property[] | null
  readonly outputs?: readonly Property[] | null
}

/** A reference by name to something registered on the runtime, or to a stored workflow. */
export interface NameRef {
  readonly kind: 'ref'
  readonly name: string
}

/** A component of an unknown type; all its own fields are in `extra`. */
export interface UnknownComponent extends WithPorts {
  readonly kind: 'unknown'
  readonly componentType: string
}

// Flows

export interface Flow extends WithPorts {
  readonly kind: 'flow'
  /** `agentspec_version` of the document; on the root only. */
  readonly version?: string
  /** Id of the start node. */
  readonly startNode: string
  readonly nodes: readonly FlowNodeComponent[]
  readonly controlFlow: readonly ControlEdge[]
  /** Null or absent: every output feeds every input of the same title (`derivedDataEdges`). Empty: no data flows. */
  readonly dataFlow?: readonly DataEdge[] | null
}

export interface ControlEdge extends Component {
  /** Node ids. */
  readonly fromNode: string
  readonly toNode: string
  /** null or absent means `next`. */
  readonly fromBranch?: string | null
}

export interface DataEdge extends Component {
  readonly sourceNode: string
  readonly sourceOutput: string
  readonly destinationNode: string
  readonly destinationInput: string
}

interface NodeBase extends WithPorts {
  /** As declared; inferred if absent or null. */
  readonly branches?: readonly string[] | null
}

export interface StartNode extends NodeBase {
  readonly kind: 'start'
}

export interface EndNode extends NodeBase {
  readonly kind: 'end'
  /** Absent means `next`. */
  readonly branchName?: string | null
}

export interface LlmNode extends NodeBase {
  readonly kind: 'llm'
  /** The default model of the service if absent. */
  readonly llmConfig?: LlmConfig | NameRef | null
  readonly promptTemplate: string
  /** Simple dialect only; in the official dialect it precedes the prompt. */
  readonly systemPrompt?: string | null
  /** Simple dialect only: an object schema whose properties are the outputs if none are declared. */
  readonly outputSchema?: Fields | null
}

/** An HTTP call as described by an ApiNode or RemoteTool. Every part may contain placeholders. */
export interface HttpFields {
  readonly url: string
  readonly httpMethod?: string | null
  readonly apiSpecUri?: string | null
  readonly data?: unknown
  readonly queryParams?: Fields | null
  readonly headers?: Fields | null
  /** `{ $component_ref: '<id>.sensitive_headers' }` if the values were omitted. */
  readonly sensitiveHeaders?: Fields | null
  readonly urlAllowList?: readonly string[] | null
  readonly retryPolicy?: Fields | null
}

export interface ApiNode extends NodeBase, HttpFields {
  readonly kind: 'api'
}

export interface AgentNode extends NodeBase {
  readonly kind: 'agent'
  readonly agent: Agentic | NameRef
}

export interface FlowNode extends NodeBase {
  readonly kind: 'flow'
  readonly subflow: Flow | NameRef
}

export const REDUCERS = ['append', 'sum', 'average', 'max', 'min'] as const
export type Reducer = (typeof REDUCERS)[number]

interface MapFields extends NodeBase {
  readonly subflow: Flow | NameRef
  /** By output title of the subflow; absent means append for all outputs. */
  readonly reducers?: Readonly<Record<string, string>> | null
  /** Simple dialect only: the iterated input and the collecting output of the node. */
  readonly inputCollection?: string | null
  readonly outputCollection?: string | null
}

export interface MapNode extends MapFields {
  readonly kind: 'map'
}

export interface ParallelMapNode extends MapFields {
  readonly kind: 'parallel_map'
}

export interface ParallelFlowNode extends NodeBase {
  readonly kind: 'parallel_flow'
  readonly subflows: readonly (Flow | NameRef)[]
}

export interface BranchingNode extends NodeBase {
  readonly kind: 'branching'
  /** Maps the text of the value to a branch. Without a match, `default` is taken. */
  readonly mapping: Readonly<Record<string, string>>
  /** Simple dialect only: the branches as written, if the mapping cannot express them completely. */
  readonly seedBranches?: readonly SimpleBranch[] | null
}

/** A branch of the simple dialect. At run time only `mapping` is used. */
export interface SimpleBranch {
  readonly name: string
  readonly condition?: string | null
  readonly description?: string | null
  readonly [key: string]: unknown
}

export interface ToolNode extends NodeBase {
  readonly kind: 'tool'
  readonly tool: Tool | NameRef
}

export interface InputMessageNode extends NodeBase {
  readonly kind: 'input_message'
  readonly message?: string | null
}

export interface OutputMessageNode extends NodeBase {
  readonly kind: 'output_message'
  readonly message: string
}

export interface CatchExceptionNode extends NodeBase {
  readonly kind: 'catch_exception'
  readonly subflow: Flow | NameRef
}

export interface UnknownNode extends NodeBase {
  readonly kind: 'unknown'
  readonly componentType: string
}

export type FlowNodeComponent =
  | StartNode
  | EndNode
  | LlmNode
  | ApiNode
  | AgentNode
  | FlowNode
  | MapNode
  | ParallelMapNode
  | ParallelFlowNode
  | BranchingNode
  | ToolNode
  | InputMessageNode
  | OutputMessageNode
  | CatchExceptionNode
  | UnknownNode

export type NodeKind = FlowNodeComponent['kind']

// Models

export interface LlmConfig extends Component {
  readonly kind: 'llm_config'
  /** Official class: LlmConfig, OpenAiConfig, OpenAiCompatibleConfig, VllmConfig, OllamaConfig, OciGenAiConfig, … */
  readonly componentType: string
  readonly modelId?: string | null
  readonly provider?: string | null
  readonly url?: string | null
  /** A string, or `{ $component_ref }` if it was omitted. */
  readonly apiKey?: unknown
  readonly apiType?: string | null
  readonly defaultGenerationParameters?: Fields | null
  readonly retryPolicy?: Fields | null
}

// Tools

interface ToolBase extends WithPorts {
  readonly requiresConfirmation?: boolean | null
}

export interface ServerTool extends ToolBase {
  readonly kind: 'server'
  /** Simple dialect only: name of the implementing function, if it differs from the tool name. */
  readonly functionName?: string | null
}

export interface ClientTool extends ToolBase {
  readonly kind: 'client'
}

export interface RemoteTool extends ToolBase, HttpFields {
  readonly kind: 'remote'
}

export interface BuiltinTool extends ToolBase {
  readonly kind: 'builtin'
  readonly toolType?: string | null
  readonly configuration?: unknown
  readonly executorName?: string | readonly string[] | null
  readonly toolVersion?: string | null
}

export interface McpTool extends ToolBase {
  readonly kind: 'mcp'
  /** A transport component, unchanged. */
  readonly clientTransport?: Fields | null
}

export type Tool = ServerTool | ClientTool | RemoteTool | BuiltinTool | McpTool | UnknownComponent

// Agents

export interface Agent extends WithPorts {
  readonly kind: 'agent'
  readonly llmConfig?: LlmConfig | NameRef | null
  readonly systemPrompt?: string | null
  readonly tools?: readonly (Tool | NameRef)[] | null
  /** Toolbox components, unchanged. */
  readonly toolboxes?: readonly Fields[] | null
  /** Absent means true. */
  readonly humanInTheLoop?: boolean | null
  readonly transforms?: readonly Fields[] | null
}

export interface SpecializedAgent extends WithPorts {
  readonly kind: 'specialized_agent'
  readonly agent: Agentic | NameRef
  /** AgentSpecializationParameters, unchanged except for its tools. */
  readonly parameters?: SpecializationParameters | null
}

export interface SpecializationParameters extends WithPorts {
  readonly kind: 'specialization'
  readonly additionalInstructions?: string | null
  readonly additionalTools?: readonly (Tool | NameRef)[] | null
  readonly humanInTheLoop?: boolean | null
}

export interface Swarm extends WithPorts {
  readonly kind: 'swarm'
  readonly firstAgent: Agentic | NameRef
  /** Pairs of caller and recipient. */
  readonly relationships: readonly (readonly (Agentic | NameRef)[])[]
  readonly handoff?: string | boolean | null
}

export interface ManagerWorkers extends WithPorts {
  readonly kind: 'manager_workers'
  readonly groupManager: Agentic | NameRef
  readonly workers: readonly (Agentic | NameRef)[]
}

/** Anything that can be the agent of an AgentNode. A2AAgent and OciAgent are read as `unknown`. */
export type Agentic = Agent | SpecializedAgent | Swarm | ManagerWorkers | Flow | UnknownComponent

export type AnyComponent =
  | Flow
  | FlowNodeComponent
  | LlmConfig
  | Tool
  | Agentic
  | SpecializationParameters
  | UnknownComponent

/** Names fixed by the format. */
export const NEXT = 'next'
export const DEFAULT_BRANCH = 'default'
export const CAUGHT_BRANCH = 'caught_exception_branch'
export const CAUGHT_INFO = 'caught_exception_info'
export const ITERATED = 'iterated_'
export const COLLECTED = 'collected_'
export const MAPPING_INPUT = 'branching_mapping_key'
