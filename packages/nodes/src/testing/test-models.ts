/**
 * Models for examples and tests: a stateless echo. The next script entry follows from the number of assistant messages in
 * the conversation. Every message counts as one token.
 */
import { isObject, type ModelAnswer, type ModelCall, type Models } from '@millrace/model'

export const testModels: Models = {
  async answer(call) {
    const answer = scripted(call)
    for (const [piece] of answer.text.matchAll(/\S+\s*|\s+/g)) call.onText?.(piece)
    return answer
  },
  async embed(_, texts) {
    const { length } = texts
    return { embeddings: texts.map(letters), usage: { inputTokens: length, outputTokens: 0, totalTokens: length } }
  },
}

/** The script entry of this exchange, else the last message. */
export function scripted({ settings, messages, system }: ModelCall): ModelAnswer {
  const script = Array.isArray(settings.script) ? settings.script : []
  const spoken = messages.filter(({ role }) => role === 'assistant').length
  const entry: unknown = script[spoken] ?? messages.at(-1)?.content
  const { text = '', toolCalls = [], finishReason } = isObject(entry) ? entry : { text: entry }
  const calls = (toolCalls as { name: string; args?: Record<string, unknown> }[]).map(({ name, args = {} }, at) => ({
    id: `${spoken}.${at}`,
    name,
    args,
  }))
  const inputTokens = messages.length + (system === undefined ? 0 : 1)
  return {
    text: String(text),
    toolCalls: calls,
    usage: { inputTokens, outputTokens: 1, totalTokens: inputTokens + 1 },
    finishReason: typeof finishReason === 'string' ? finishReason : calls.length > 0 ? 'tool-calls' : 'stop',
  }
}

/** Counts of the letters a, b, c and d in a text. */
function letters(text: string): number[] {
  return ['a', 'b', 'c', 'd'].map((letter) => text.toLowerCase().split(letter).length - 1)
}
