/**
 * The provider `echo`: a deterministic function in place of a model, so that everything around a model can be tried
 * offline and tested.
 *
 * It returns, in this order: the script's entry for this exchange; a tool call, if the user writes `use <tool> {json}`;
 * the smallest JSON that matches the schema; else the last message.
 */
import {
  isObject,
  type ModelAnswer,
  type ModelCall,
  type ModelMessage,
  type ToolCall,
  type Usage,
} from '@millrace/model'
import { smallestJson } from './smallest-json.ts'

/** The response of `echo`. Words count as tokens. */
export function echoAnswer(call: ModelCall): ModelAnswer {
  const exchange = call.messages.filter(({ role }) => role === 'assistant').length
  const { text, toolCalls } = scripted(call, exchange) ?? unscripted(call, exchange)
  const usage = usageFor(inputOf(call), [text, ...toolCalls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`)])
  return { text, toolCalls, usage, finishReason: toolCalls.length > 0 ? 'tool-calls' : 'stop' }
}

/** Splits a text into the chunks in which it is streamed: words with their white space. */
export function piecesOf(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? []
}

/** The token usage of texts. */
export function usageFor(read: readonly string[], written: readonly string[]): Usage {
  const inputTokens = wordsIn(read)
  const outputTokens = wordsIn(written)
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
}

function wordsIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
}

type EchoReply = Pick<ModelAnswer, 'text' | 'toolCalls'>

function scripted({ settings: { script } }: ModelCall, exchange: number): EchoReply | undefined {
  const entries = Array.isArray(script) ? script : script == null || script === '' ? [] : [script]
  if (exchange >= entries.length) return undefined
  const entry: unknown = entries[exchange]
  if (typeof entry === 'string') return { text: entry, toolCalls: [] }
  if (!isObject(entry) || !('text' in entry || 'toolCalls' in entry)) {
    return { text: JSON.stringify(entry), toolCalls: [] }
  }
  const calls = Array.isArray(entry.toolCalls) ? entry.toolCalls.filter(isObject) : []
  return {
    text: typeof entry.text === 'string' ? entry.text : '',
    toolCalls: calls.map(({ name, args }, at) => ({
      id: callId(exchange, at),
      name: String(name),
      args: isObject(args) ? args : {},
    })),
  }
}

function unscripted(call: ModelCall, exchange: number): EchoReply {
  const requested = requestedTool(call, exchange)
  if (requested !== undefined) return { text: '', toolCalls: [requested] }
  if (call.schema !== undefined) return { text: JSON.stringify(smallestJson(call.schema)), toolCalls: [] }
  return { text: lastInput(call.messages), toolCalls: [] }
}

/** Includes results of tools: an agent without a real model ends with the result of its tool. */
function lastInput(messages: readonly ModelMessage[]): string {
  return messages.findLast(({ role }) => role === 'user' || role === 'tool')?.content ?? ''
}

/** Only the last message can request a tool: after the call, the last message is its result. */
function requestedTool({ messages, tools = [] }: ModelCall, exchange: number): ToolCall | undefined {
  const last = messages.at(-1)
  if (last?.role !== 'user') return undefined
  const [, name, args = '{}'] = /\buse ([\w-]{1,64})\s*(\{[\s\S]*\})?/i.exec(last.content) ?? []
  if (name === undefined || !tools.some((tool) => tool.name === name)) return undefined
  return { id: callId(exchange, 0), name, args: parsed(args) }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : { _raw: text }
  } catch {
    return { _raw: text }
  }
}

function callId(exchange: number, at: number): string {
  return `echo-${exchange + 1}-${at + 1}`
}

function inputOf({ system = '', messages }: ModelCall): string[] {
  return [system, ...messages.map(({ content }) => content)]
}
