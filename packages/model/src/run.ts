/**
 * The interface of running a node: its context, its results, and the effects it may use. A node's `run` is the only
 * code with side effects, and it has them only through `Effects`, which the runner limits and checks.
 */
import type { OfferedTool, RegisteredTool } from './ai/directory.ts'
import type { ModelSettings, Models } from './ai/model-call.ts'
import type { Tool, ToolNode } from './ai/tool.ts'
import type { Vectors } from './ai/vectors.ts'
import type { MailAddress } from './mail-address.ts'
import type { NodeResult } from './node-result.ts'
import type { Reply } from './people/question.ts'

/** Marks failures of every copy of this package: custom nodes may have their own. */
const FAILURE: unique symbol = Symbol.for('millrace.node-failure')

/** An expected failure of a node. Goes to its error edge if that is wired. Anything else that is thrown is one too. */
export class NodeFailure extends Error {
  readonly code: string
  readonly retryable: boolean
  /** Milliseconds that the other side asks to be left alone. */
  readonly retryAfterMs: number | undefined
  /** Facts that help to find the cause, such as the response of a server. Shown with the error. */
  readonly details: FailureDetails | undefined
  constructor(code: string, message: string, options: FailureOptions = {}) {
    super(message)
    this.name = 'NodeFailure'
    this.code = code
    this.retryable = options.retryable === true
    this.retryAfterMs = options.retryAfterMs
    this.details = options.details
  }

  get [FAILURE](): true {
    return true
  }
}

/** True for a `NodeFailure` of any copy of this package. */
export function isNodeFailure(error: unknown): error is NodeFailure {
  return error instanceof Error && FAILURE in error
}

export type FailureDetails = Readonly<Record<string, unknown>>

interface FailureOptions {
  readonly retryable?: boolean
  readonly retryAfterMs?: number | undefined
  readonly details?: FailureDetails | undefined
}

/** A failure that may be temporary: retried if the node has a retry policy. */
export class Retryable extends NodeFailure {
  constructor(message: string, code = 'FAILED', retryAfterMs?: number, details?: FailureDetails) {
    super(code, message, { retryable: true, retryAfterMs, details })
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
  /** The name of a stored credential. The effect adds its headers, and only for the hosts that it names. */
  readonly credential?: string
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The URL of the response, after redirects. */
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
  /** The maximum number of matches to list or replace. */
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
  /** The address of the database; not used with a credential. */
  readonly connection?: string
  /** The name of a stored credential that contains the address. */
  readonly credential?: string
  readonly query: string
  /** A list for $1, $2 …, or an object for :name. */
  readonly parameters: unknown
  readonly readOnly: boolean
  readonly maxRows: number
}

/** One e-mail, sent through the mail server of a stored credential. */
export interface MailCall {
  /** The name of a stored credential for mail. */
  readonly credential: string
  /** Default: the user of the credential, if that is an address. */
  readonly from?: MailAddress
  readonly to: readonly MailAddress[]
  readonly cc?: readonly MailAddress[]
  readonly bcc?: readonly MailAddress[]
  readonly replyTo?: readonly MailAddress[]
  readonly subject: string
  readonly text?: string
  readonly html?: string
  readonly attachments?: readonly MailAttachment[]
  readonly timeoutMs?: number
}

export interface MailAttachment {
  readonly name: string
  /** The media type. */
  readonly type: string
  readonly content: string
  readonly encoding: 'utf8' | 'base64'
}

export interface MailAnswer {
  /** The same for all attempts of a step, so that receivers recognise a repetition. */
  readonly messageId: string
  readonly accepted: readonly string[]
  /** Recipients that the mail server has refused, while it accepted the message for others. */
  readonly rejected: readonly string[]
}

/** The effects that a node may use. The step's signal aborts every call, and each is limited in time and size. */
export interface Effects {
  /** Applies the egress policy to the resolved address and to every redirect; sends the idempotency key. */
  http(call: HttpCall): Promise<HttpAnswer>
  /** The value of a JSON text. A large one may stay text (`LargeJson`), so it can only be passed as an output. */
  parseJson?(text: string): Promise<unknown>
  /** Evaluates a JSONata expression over an input. */
  expression(source: string, input: unknown): Promise<unknown>
  /** Renders a Liquid template; `missing` are variables that it uses and that are not set. */
  template(source: string, variables: Readonly<Record<string, unknown>>): Promise<{ text: string; missing: string[] }>
  code(call: CodeCall): Promise<{ result: unknown; logs: string[] }>
  pattern(call: PatternCall): Promise<PatternAnswer>
  /** The result of each test; all of them share the time limit of one pattern. */
  patternTests(tests: readonly PatternTest[]): Promise<readonly boolean[]>
  sql(call: SqlCall): Promise<{ rows: Record<string, unknown>[]; count: number }>
  /** Throws OUTCOME_UNKNOWN, which is not retried, if the mail server may have accepted the message. */
  mail(call: MailCall): Promise<MailAnswer>
  readonly keyValues: KeyValues
  readFile(path: string): Promise<{ content: string; size: number }>
  writeFile(path: string, content: string): Promise<{ size: number }>
  /** The memory of earlier conversations. */
  readonly memory: ConversationMemory
  /** Language models. Their usage is counted for the step. */
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
   * Adds messages to the memory of the session or the workflow and returns the newest `max`, oldest first. Done once,
   * even if the same attempt of a step calls it again. Outside of a session, `session` is the execution itself.
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
  /** A `Flow` of Agent Spec that contains its secrets; they are encrypted with the child. */
  readonly flow: unknown
  readonly inputs: Readonly<Record<string, unknown>>
  /** Names of stored credentials by the id of the component that uses them. */
  readonly credentials?: Readonly<Record<string, string>>
  /** The components that names in the flow refer to; looked up when the child starts if not given. */
  readonly named?: unknown
  /** The conversation at the start of the flow. */
  readonly conversation?: readonly ConversationMessage[]
}

export interface FlowResult {
  /** The outputs that the flow declares; all inputs of its end node if it declares none. */
  readonly outputs: Readonly<Record<string, unknown>>
  /** The name of the end node, and its branch. */
  readonly endNode: string
  readonly branch: string
  /** The messages that the flow added to the conversation. */
  readonly messages: readonly ConversationMessage[]
}

/** Failures of a whole run, which no node may catch: its step or depth limit is exceeded. */
export const RUN_LIMIT_CODES: ReadonlySet<string> = new Set(['STEP_LIMIT', 'DEPTH_LIMIT'])

/** The argument of a node's `run`. */
export interface RunContext<C = Record<string, unknown>> {
  /** Settings with defaults and secrets filled in. */
  readonly config: C
  readonly inputs: Readonly<Record<string, unknown>>
  /** The launch inputs of this node, by port or setting. */
  readonly launch: Readonly<Record<string, unknown>>
  /** The round that a while loop checks, from 0. */
  readonly round: number
  readonly effects: Effects
  readonly signal: AbortSignal
  /** The same for all attempts of the step and for repeats after a crash, so that a receiver recognises a retry. */
  readonly idempotencyKey: string
  /** From 1; sent with the key. */
  readonly attempt: number
  /** The results of the questions that this attempt has asked so far, in order; empty at first. */
  readonly replies: readonly Reply[]
  /** The playground session that the execution is a turn of. */
  readonly session?: string
  /** Whether an output is connected. */
  isWired(port: string): boolean
  /** Streams a piece of text to subscribers before the result is complete. It is not stored. */
  say(delta: string): void
  /**
   * Stores a value for the case that this attempt is interrupted: resolves when it is durable, and is in `notes` when the
   * node runs again.
   */
  note(key: string, value: unknown): Promise<void>
  readonly notes: Readonly<Record<string, unknown>>
  /** The nodes connected to the tool port, ready to be called; names are unique. */
  tools(): Promise<readonly Tool[]>
  /** Nodes and workflows that are not connected, as tools of this step. A tool has no tools itself. */
  toolsFor?(tools: readonly ToolNode[]): Promise<readonly Tool[]>
  /** The tools of an MCP server, with the settings of an `mcp_tools` node. */
  mcpTools?(config: Readonly<Record<string, unknown>>): Promise<readonly OfferedTool[]>
  /** The registered components with these names, and everything that they refer to. */
  directory?(names: readonly string[]): Promise<Directory>
  /** The label of the node; undefined for a tool. */
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

/** An example that is both documentation and test. */
export interface NodeExample {
  readonly title: string
  readonly config?: Readonly<Record<string, unknown>>
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly launch?: Readonly<Record<string, unknown>>
  readonly replies?: readonly Reply[]
  /** Connected outputs. */
  readonly wired?: readonly string[]
  /** The exact outputs; for special results the return value of the function. */
  readonly outputs?: NodeResult
  /** The code of the expected failure. */
  readonly fails?: string
}

/** The part of the registry that a step uses. */
export interface Directory {
  readonly tools: ReadonlyMap<string, RegisteredTool>
  /** Agent Spec components, as its codec reads them. */
  readonly agents: ReadonlyMap<string, unknown>
  /** Used if a component does not specify a model. */
  readonly defaultModel: ModelSettings | undefined
  /** The tools of the MCP server behind a transport, which is described as in Agent Spec; with a stored credential. */
  mcpTools(transport: Readonly<Record<string, unknown>>, credential?: string): Promise<readonly OfferedTool[]>
  /** Like those of the step, with the keys of registered tools and agents masked in all results. */
  readonly effects: Effects
  readonly log: RunContext['log']
  readonly say: RunContext['say']
}
