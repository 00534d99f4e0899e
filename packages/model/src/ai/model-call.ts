/** One exchange with a language model, as nodes ask for it. Who the provider is, and how it is reached, is the edge's. */
import { type Static, Type } from '../schema.ts'

/** Which model, and how to reach it. A key comes from here, from a named connection, or from the environment. */
export interface ModelSettings {
  /** `echo` needs no network and is deterministic: it answers from `script`, else repeats what it got. */
  readonly provider?: string
  readonly model?: string
  /** The id or name of a connection that the service keeps. */
  readonly connection?: string
  readonly apiKey?: string
  readonly baseUrl?: string
  readonly temperature?: number
  readonly maxTokens?: number
  /** Of `echo`: what it answers, one entry an exchange; after the last one it repeats what it got. */
  readonly script?: unknown
}

/** What is said to a model, or was said by it. */
export type ModelMessage =
  | { readonly role: 'user' | 'system'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly name: string; readonly content: string }

/** A tool as a model is told of it. */
export interface ToolSpec {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A model wants a tool to be called. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export interface ModelCall {
  readonly settings: ModelSettings
  readonly system?: string
  readonly messages: readonly ModelMessage[]
  readonly tools?: readonly ToolSpec[]
  /** The answer has to be JSON that fits this schema; it is checked by the caller. */
  readonly schema?: Readonly<Record<string, unknown>>
  /** Pieces of the text as they arrive. */
  readonly onText?: (delta: string) => void
}

export const Usage = Type.Object(
  { inputTokens: Type.Integer(), outputTokens: Type.Integer(), totalTokens: Type.Integer() },
  { $id: 'Usage', description: 'Tokens that models read and wrote.' },
)
export type Usage = Static<typeof Usage>

export interface ModelAnswer {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  readonly usage: Usage
  /** stop, length, tool-calls, content-filter, error or other. */
  readonly finishReason: string
}

/** What a node may ask of models. Failures are NodeFailures: retryable ones for 429, 5xx and lost connections. */
export interface Models {
  answer(call: ModelCall): Promise<ModelAnswer>
  embed(settings: ModelSettings, texts: readonly string[]): Promise<{ embeddings: readonly number[][]; usage: Usage }>
}

export function sumOfUsage(a: Usage | undefined, b: Usage): Usage {
  return {
    inputTokens: (a?.inputTokens ?? 0) + b.inputTokens,
    outputTokens: (a?.outputTokens ?? 0) + b.outputTokens,
    totalTokens: (a?.totalTokens ?? 0) + b.totalTokens,
  }
}
