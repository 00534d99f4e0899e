/**
 * What a flow needs from whoever runs it: somewhere to keep what is done, people to ask, and the world. Nothing in here
 * knows of databases, sockets or the service.
 */
import type { HttpAnswer, HttpCall, ModelAnswer, ModelCall, Question, Reply } from '@millrace/model'
import type { Fields, LlmConfig, NameRef } from '../components.ts'
import type { Registry } from '../ports.ts'

/** Something that can be called with arguments by name. */
export interface HostTool {
  /** Whether a call that was cut off may be made again. */
  readonly mayRunAgain: boolean
  /** The key is the same when the same call is made again after a crash. */
  call(args: Fields, key: string, settings?: Fields): Promise<unknown>
  /** Whether a call with these arguments may be made again, where that depends on them. */
  mayRunAgainWith?(args: Fields, settings?: Fields): Promise<boolean>
}

/** A tool that an MCP server offers. */
export interface OfferedTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
  call(args: Readonly<Record<string, unknown>>): Promise<unknown>
}

export interface Host {
  /** What an earlier run of the same flow kept, by key. */
  readonly notes: Readonly<Record<string, unknown>>
  /** Keeps something; it is on disk when this resolves. */
  note(key: string, value: unknown): Promise<void>
  /** How the questions that were asked so far were closed, in the order in which they were asked. */
  readonly replies: readonly Reply[]
  readonly signal: AbortSignal
  readonly idempotencyKey: string
  /** Looks up what the document only names. */
  readonly registry: Registry
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  wait(ms: number): Promise<void>
  /** Asks a model. Without a configuration the service decides which. */
  model(config: LlmConfig | NameRef | undefined, call: Omit<ModelCall, 'settings'>): Promise<ModelAnswer>
  http(call: HttpCall): Promise<HttpAnswer>
  /** The implementation of a server tool. */
  serverTool(name: string): HostTool | undefined
  /** A stored workflow that is run as a flow. */
  workflow(name: string): HostTool | undefined
  /** The tools of the server behind a transport. */
  mcpTools(transport: Fields): Promise<readonly OfferedTool[]>
  log(level: 'info' | 'warning', message: string): void
  /** Shows a piece of text to whoever watches. */
  say(delta: string): void
}

/** How much a flow may do. */
export interface RunLimits {
  /** Visits of nodes, those in nested flows included. */
  readonly maxSteps: number
  /** Branches of a parallel node that run at the same time. */
  readonly width: number
  /** Answers that an agent may ask of its model. */
  readonly maxTurns: number
  /** Flows in flows, agents in agents. */
  readonly maxDepth: number
  /** Characters of what one visit gives, as JSON. */
  readonly maxValue: number
}

export const RUN_LIMITS: RunLimits = { maxSteps: 1000, width: 10, maxTurns: 25, maxDepth: 32, maxValue: 8 * 2 ** 20 }

/** How a run ended, or what it has to know first. A flow that fails throws a NodeFailure. */
export type FlowEnd =
  | {
      readonly outputs: Readonly<Record<string, unknown>>
      readonly endNode: string
      readonly endBranch: string
      readonly question?: undefined
    }
  | { readonly question: Question }
