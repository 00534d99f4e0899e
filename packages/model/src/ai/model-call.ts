/** One call of a language model by a node. The service chooses the provider and connects to it. */
import { type Static, Type } from '../schema.ts'

/** The model and how to reach it. The key comes from here, from a named connection, or from the environment. */
export interface ModelSettings {
  /** `echo` needs no network and is deterministic: it answers from `script`, otherwise it repeats its input. */
  readonly provider?: string
  readonly model?: string
  /** The id or name of a stored connection. */
  readonly connection?: string
  readonly apiKey?: string
  readonly baseUrl?: string
  readonly temperature?: number
  readonly maxTokens?: number
  /** The answers of `echo`, one entry per call; after the last one it repeats its input. */
  readonly script?: unknown
}

/** A message to a model or of a model. */
export type ModelMessage =
  | { readonly role: 'user' | 'system'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly name: string; readonly content: string }

/** The description of a tool for a model. */
export interface ToolSpec {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A request of a model to call a tool. */
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
  /** The answer must be JSON that fits this schema; the caller checks it. */
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

/** The model effects of a node. Failures are NodeFailures: retryable for 429, 5xx and lost connections. */
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
