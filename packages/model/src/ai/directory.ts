/** What is registered with the service and can be used by its name: tools, agents, and the model to ask by default. */
import type { Effects, RunContext } from '../run.ts'
import type { ModelSettings } from './model-call.ts'

type Fields = Readonly<Record<string, unknown>>

/** A registered tool, ready to be called. */
export interface RegisteredTool {
  readonly name: string
  readonly description?: string
  /** Properties of JSON Schema, each with its name as title. */
  readonly inputs: readonly (Fields & { readonly title: string })[]
  readonly outputs: readonly (Fields & { readonly title: string })[]
  /** A person has to allow every call. */
  readonly requiresConfirmation: boolean
  /** Whether a call that a crash cut off may be made again. */
  mayRunAgain(args: Fields, settings: Fields): Promise<boolean>
  /** The key is the same when the same call is made again after a crash. */
  call(args: Fields, key: string, settings: Fields): Promise<unknown>
}

/** A tool that an MCP server offers. */
export interface OfferedTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly parameters: Fields
  call(args: Fields): Promise<unknown>
}

/** The part of the registry that a step uses. */
export interface Directory {
  readonly tools: ReadonlyMap<string, RegisteredTool>
  /** Agent Spec components, as its codec reads them. */
  readonly agents: ReadonlyMap<string, unknown>
  /** Asked where a component names no model. */
  readonly defaultModel: ModelSettings | undefined
  /** The tools of the server behind a transport, which is described as Agent Spec does it. */
  mcpTools(transport: Fields): Promise<readonly OfferedTool[]>
  /** As those of the step, with the keys of registered tools and agents masked in everything that comes back. */
  readonly effects: Effects
  readonly log: RunContext['log']
  readonly say: RunContext['say']
}
