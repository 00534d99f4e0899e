/**
 * The loop of every agent: ask the model, make the calls it wants, tell it what came of them, until it has its result.
 * It may be cut off anywhere and is then run from its start; what it finds in its notes it does not do again.
 *
 * A1 An answer of the model is on disk before anything is done about it, and is asked for once.
 * A2 A call that ended is on disk before the model is told, and is not made again.
 * A3 All else follows from the inputs, the notes and the replies of people: whatever cut it off, it comes to the same end.
 */
import type { ModelMessage, NodeFailure } from '@millrace/model'
import { shortly } from './shortly.ts'
import type { Ended } from './tool-calls.ts'
import type { Refusal, Turn } from './turn.ts'

export interface AgentLoop<R> {
  readonly maxTurns: number
  readonly signal: AbortSignal
  /** The conversation with the model; grows by its answers and by what it is told. */
  readonly messages: ModelMessage[]
  /** Answer `number` of the model, noted or new. */
  turn(number: number): Promise<Turn>
  /** An answer without calls: the result, or undefined to ask the model again. */
  afterText(turn: Turn, number: number): R | undefined | Promise<R | undefined>
  /** Makes the calls of an answer: their ends in order, or the result if one of the calls was the last. */
  afterCalls(turn: Turn, number: number): Promise<{ readonly result: R } | { readonly ended: readonly Ended[] }>
  /** What the model is told of a call. */
  resultText(end: Ended): string
  /** The model was asked as often as is allowed. */
  turnLimit(last: Turn | undefined): NodeFailure
}

export async function agentLoop<R>(agent: AgentLoop<R>): Promise<R> {
  const { messages, maxTurns, signal } = agent
  let turn: Turn | undefined
  for (let number = 0; number < maxTurns; number++) {
    signal.throwIfAborted()
    turn = await agent.turn(number)
    const { text, toolCalls } = turn
    if (toolCalls.length === 0) {
      messages.push({ role: 'assistant', content: text })
      const result = await agent.afterText(turn, number)
      if (result !== undefined) return result
      continue
    }
    const calls = await agent.afterCalls(turn, number)
    if ('result' in calls) return calls.result
    messages.push({
      role: 'assistant',
      content: text,
      toolCalls: toolCalls.map(({ id, name, args }) => ({ id, name, args })),
    })
    for (const [at, end] of calls.ended.entries()) {
      const call = toolCalls[at]
      if (call === undefined) continue
      messages.push({ role: 'tool', toolCallId: call.id, name: call.name, content: agent.resultText(end) })
    }
  }
  throw agent.turnLimit(turn)
}

const MAX_RESULT_CHARACTERS = 50_000

/** A result as text for the model, cut to a bearable length. */
export function boundedResult(text: string): string {
  if (text.length <= MAX_RESULT_CHARACTERS) return text
  const kept = shortly(text, MAX_RESULT_CHARACTERS)
  return `${kept}\n(Cut: these are the first ${MAX_RESULT_CHARACTERS} of ${text.length} characters.)`
}

/** A failed call as text for the model. */
export function errorText({ message, code }: Refusal): string {
  return JSON.stringify({ error: message, code })
}
