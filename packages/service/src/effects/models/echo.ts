/**
 * The provider `echo`: no model, but a function that answers in the form of one, so that everything around a model can be
 * tried offline and tested. The same call always gets the same answer.
 *
 * In this order: the entry of the script for this exchange; a tool, if the person says `use <tool> {json}`; the smallest
 * JSON that fits the schema; else what it was told last, again.
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

/** What `echo` answers. Words count as tokens. */
export function echoAnswer(call: ModelCall): ModelAnswer {
  const exchange = call.messages.filter(({ role }) => role === 'assistant').length
  const { text, toolCalls } = scripted(call, exchange) ?? unscripted(call, exchange)
  const usage = usageFor(inputOf(call), [text, ...toolCalls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`)])
  return { text, toolCalls, usage, finishReason: toolCalls.length > 0 ? 'tool-calls' : 'stop' }
}

/** A text in the pieces in which it is streamed: word by word, nothing lost. */
export function piecesOf(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? []
}

/** How many tokens texts come to. */
export function usageFor(read: readonly string[], written: readonly string[]): Usage {
  const inputTokens = wordsIn(read)
  const outputTokens = wordsIn(written)
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
}

function wordsIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
}

type Said = Pick<ModelAnswer, 'text' | 'toolCalls'>

function scripted({ settings: { script } }: ModelCall, exchange: number): Said | undefined {
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

function unscripted(call: ModelCall, exchange: number): Said {
  const wish = wishedTool(call, exchange)
  if (wish !== undefined) return { text: '', toolCalls: [wish] }
  if (call.schema !== undefined) return { text: JSON.stringify(smallestJson(call.schema)), toolCalls: [] }
  return { text: lastTold(call.messages), toolCalls: [] }
}

/** The result of a tool counts as told: an agent that is tried offline ends with what its tool gave. */
function lastTold(messages: readonly ModelMessage[]): string {
  return messages.findLast(({ role }) => role === 'user' || role === 'tool')?.content ?? ''
}

/** Only what is said last is a wish: once the tool was called, its result is. */
function wishedTool({ messages, tools = [] }: ModelCall, exchange: number): ToolCall | undefined {
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
