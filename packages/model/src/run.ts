/**
 * What running a node means: what it is handed, what it may give back, what of the world it may use. A node's `run` is
 * the only code that touches the world, and it does so only through `Effects`, which whoever runs it bounds and polices.
 */
import type { OfferedTool, RegisteredTool } from './ai/directory.ts'
import type { ModelSettings, Models } from './ai/model-call.ts'
import type { Tool, ToolNode } from './ai/tool.ts'
import type { Vectors } from './ai/vectors.ts'
import type { NodeResult } from './node-result.ts'
import type { Reply } from './people/question.ts'

/** Marks failures of every copy of this package: nodes from outside may have their own. */
const FAILURE: unique symbol = Symbol.for('millrace.node-failure')

/** An expected failure of a node. Goes to its error edge if that is wired. Anything else that is thrown is one too. */
export class NodeFailure extends Error {
  readonly code: string
  readonly retryable: boolean
  /** Milliseconds that the other side asks to be left alone. */
  readonly retryAfterMs: number | undefined
  constructor(code: string, message: string, options: RetryOptions = {}) {
    super(message)
    this.name = 'NodeFailure'
    this.code = code
    this.retryable = options.retryable === true
    this.retryAfterMs = options.retryAfterMs
  }

  get [FAILURE](): true {
    return true
  }
}

/** True for a `NodeFailure` of any copy of this package. */
export function isNodeFailure(error: unknown): error is NodeFailure {
  return error instanceof Error && FAILURE in error
}

interface RetryOptions {
  readonly retryable?: boolean
  readonly retryAfterMs?: number | undefined
}

/** A failure that may pass: tried again where the node has a retry policy. */
export class Retryable extends NodeFailure {
  constructor(message: string, code = 'FAILED', retryAfterMs?: number) {
    super(code, message, { retryable: true, retryAfterMs })
    this.name = 'Retryable'
  }
}

export interface HttpCall {
  readonly url: string
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly followRedirects?: boolean
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Where the answer came from, after redirects. */
  readonly url: string
}

export interface CodeCall {
  /** The body of a function. */
  readonly source: string
  /** Its variables, by name. */
  readonly variables: Readonly<Record<string, unknown>>
  readonly timeoutMs: number
  readonly memoryMb: number
}

export interface PatternCall {
  readonly pattern: string
  readonly flags?: string
  readonly text: string
  /** With it, matches are replaced; without it, they are listed. */
  readonly replacement?: string
  /** Most matches to list or replace. */
  readonly limit?: number
}

/** Whether a pattern is found in a text. */
export interface PatternTest {
  readonly pattern: string
  readonly flags?: string
  readonly text: string
}

export interface PatternAnswer {
  readonly matches: readonly {
    readonly text: string
    readonly index: number
    readonly groups: readonly (string | null)[]
    readonly named: Readonly<Record<string, string | null>>
  }[]
  readonly text: string
  readonly count: number
}

export interface KeyValues {
  get(namespace: string, key: string): Promise<unknown>
  set(namespace: string, key: string, value: unknown): Promise<void>
  delete(namespace: string, key: string): Promise<boolean>
  list(
    namespace: string,
    prefix: string,
    limit: number,
  ): Promise<readonly { readonly key: string; readonly value: unknown }[]>
}

export interface SqlCall {
  readonly connection: string
  readonly query: string
  /** A list for $1, $2 …, or an object for :name. */
  readonly parameters: unknown
  readonly readOnly: boolean
  readonly maxRows: number
}

/** What a node may use of the world. Every call can be aborted by the step's signal and is bounded in time and size. */
export interface Effects {
  /** Obeys the egress policy, on the resolved address and on every redirect; passes the idempotency key on. */
  http(call: HttpCall): Promise<HttpAnswer>
  /** The value of a JSON text. A large one may stay text (`LargeJson`), so it is only for handing on. */
  parseJson?(text: string): Promise<unknown>
  /** A JSONata expression over an input. */
  expression(source: string, input: unknown): Promise<unknown>
  /** A Liquid template over variables; `missing` are variables that it names and that are not there. */
  template(source: string, variables: Readonly<Record<string, unknown>>): Promise<{ text: string; missing: string[] }>
  code(call: CodeCall): Promise<{ result: unknown; logs: string[] }>
  pattern(call: PatternCall): Promise<PatternAnswer>
  /** The verdict on each test; all of them share the time that one pattern has. */
  patternTests(tests: readonly PatternTest[]): Promise<readonly boolean[]>
  sql(call: SqlCall): Promise<{ rows: Record<string, unknown>[]; count: number }>
  readonly keyValues: KeyValues
  readFile(path: string): Promise<{ content: string; size: number }>
  writeFile(path: string, content: string): Promise<{ size: number }>
  /** What was said in a conversation before. */
  readonly memory: ConversationMemory
  /** Language models. What they read and wrote is counted for the step. */
  readonly models: Models
  readonly vectors: Vectors
  /** Milliseconds since the epoch. */
  now(): number
}

export interface RememberedMessage {
  readonly role: string
  readonly content: string
}

export interface ConversationMemory {
  /**
   * Adds messages to the memory of the session or the workflow and gives all of it, oldest first, at most `max`. Done
   * once however often the same attempt of a step asks. Outside of a session, `session` is the execution's own.
   */
  remember(
    scope: 'session' | 'workflow',
    messages: readonly RememberedMessage[],
    max: number,
  ): Promise<readonly RememberedMessage[]>
}

/** One message of the conversation between a flow and its user. */
export interface ConversationMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** A flow that a step runs as a child execution. */
export interface FlowCall {
  /** Unique within the attempt; the same key finds the same child after a crash. */
  readonly key: string
  /** A `Flow` of Agent Spec with its secrets in place; they are sealed with the child. */
  readonly flow: unknown
  readonly inputs: Readonly<Record<string, unknown>>
  /** What the names in the flow mean; looked up when the child starts if it is not given. */
  readonly named?: unknown
  /** What the flow knows of the conversation when it begins. */
  readonly conversation?: readonly ConversationMessage[]
}

export interface FlowResult {
  /** The outputs that the flow declares; all that its end was given if it declares none. */
  readonly outputs: Readonly<Record<string, unknown>>
  /** Name of the end node, and the branch that it stands for. */
  readonly endNode: string
  readonly branch: string
  /** What the flow added to the conversation. */
  readonly messages: readonly ConversationMessage[]
}

/** Failures of a whole run, which no node may catch: its steps or its depth are used up. */
export const RUN_LIMIT_CODES: ReadonlySet<string> = new Set(['STEP_LIMIT', 'DEPTH_LIMIT'])

/** What a node's `run` is handed. */
export interface RunContext<C = Record<string, unknown>> {
  /** Settings with defaults filled in and secrets in place. */
  readonly config: C
  readonly inputs: Readonly<Record<string, unknown>>
  /** What the launch brought for this node, by port or setting. */
  readonly launch: Readonly<Record<string, unknown>>
  /** Of a loop that asks before every round: which one, from 0. */
  readonly round: number
  readonly effects: Effects
  readonly signal: AbortSignal
  /** The same for all attempts of the step and for repeats after a crash, so that a receiver recognises a retry. */
  readonly idempotencyKey: string
  /** From 1; sent beside the key. */
  readonly attempt: number
  /** How the questions that this attempt has asked so far were closed, in order; empty at first. */
  readonly replies: readonly Reply[]
  /** The playground session that the execution is a turn of. */
  readonly session?: string
  /** Whether something hangs on an output. */
  isWired(port: string): boolean
  /** Shows a piece of text to whoever watches, before the result is there. What is shown is not kept. */
  say(delta: string): void
  /**
   * Keeps something for the case that this attempt is cut off: resolves when it is on disk, and is found in `notes` when
   * the node is run again.
   */
  note(key: string, value: unknown): Promise<void>
  readonly notes: Readonly<Record<string, unknown>>
  /** What hangs on the tool port, ready to be called; names are unique. */
  tools(): Promise<readonly Tool[]>
  /** Nodes and workflows that hang on nothing, as tools of this step. A tool has none of its own. */
  toolsFor?(tools: readonly ToolNode[]): Promise<readonly Tool[]>
  /** What of these names is registered with the service, with all that it names in turn. */
  directory?(names: readonly string[]): Promise<Directory>
  /** What the node is called; a tool is called by whoever uses it. */
  readonly label?: string
  /** The conversation before this step: the launch's messages, then those of finished steps in order of completion. */
  readonly conversation?: readonly ConversationMessage[]
  /** Adds a message to the conversation; recorded with the result or the failure of the step. */
  addMessage?(message: ConversationMessage): void
  /**
   * Runs a flow as a child execution of this step and waits for its end, also while the child waits for a person.
   * Rejects with a `NodeFailure` when the child failed; one of `RUN_LIMIT_CODES` must not be caught by the node.
   */
  runFlow?(call: FlowCall): Promise<FlowResult>
  log(level: 'debug' | 'info' | 'warning' | 'error', message: string, context?: Record<string, unknown>): void
}

/** A case that is documentation and test at once. */
export interface NodeExample {
  readonly title: string
  readonly config?: Readonly<Record<string, unknown>>
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly launch?: Readonly<Record<string, unknown>>
  readonly replies?: readonly Reply[]
  /** Outputs on which something hangs. */
  readonly wired?: readonly string[]
  /** Exactly what comes out; for special results what the function returns. */
  readonly outputs?: NodeResult
  /** The code it fails with instead. */
  readonly fails?: string
}

/** The part of the registry that a step uses. */
export interface Directory {
  readonly tools: ReadonlyMap<string, RegisteredTool>
  /** Agent Spec components, as its codec reads them. */
  readonly agents: ReadonlyMap<string, unknown>
  /** Asked where a component names no model. */
  readonly defaultModel: ModelSettings | undefined
  /** The tools of the server behind a transport, which is described as Agent Spec does it. */
  mcpTools(transport: Readonly<Record<string, unknown>>): Promise<readonly OfferedTool[]>
  /** As those of the step, with the keys of registered tools and agents masked in everything that comes back. */
  readonly effects: Effects
  readonly log: RunContext['log']
  readonly say: RunContext['say']
}
