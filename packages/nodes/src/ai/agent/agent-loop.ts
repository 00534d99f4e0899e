/**
 * The loop of every agent: call the model, execute its tool calls, return their results, until there is a final result.
 * The loop may be interrupted anywhere and is then run again from its start; it does not repeat what its notes contain.
 *
 * A1 A model response is persisted before it is acted upon, and is requested only once.
 * A2 A completed tool call is persisted before its result is sent to the model, and is not repeated.
 * A3 Everything else follows from the inputs, notes and replies, so an interrupted loop reaches the same result.
 */
import type { ModelMessage, NodeFailure } from '@millrace/model'
import type { Ended } from './tool-calls.ts'
import { shortText } from './truncate.ts'
import type { Refusal, Turn } from './turn.ts'

export interface AgentLoop<R> {
  readonly maxTurns: number
  readonly signal: AbortSignal
  /** The conversation with the model; its responses and the tool results are appended. */
  readonly messages: ModelMessage[]
  /** Model response `number`, from the notes or a new call. */
  turn(number: number): Promise<Turn>
  /** Handles a response without tool calls: returns the result, or undefined to call the model again. */
  afterText(turn: Turn, number: number): R | undefined | Promise<R | undefined>
  /**
   * Executes the tool calls of a response: returns their outcomes in order, or the result if one of the calls was
   * final.
   */
  afterCalls(turn: Turn, number: number): Promise<{ readonly result: R } | { readonly ended: readonly Ended[] }>
  /** The text of a call's outcome for the model. */
  resultText(end: Ended): string
  /** The error thrown when the turn limit is reached. */
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

/** A tool result as text for the model, truncated. */
export function boundedResult(text: string): string {
  if (text.length <= MAX_RESULT_CHARACTERS) return text
  const kept = shortText(text, MAX_RESULT_CHARACTERS)
  return `${kept}\n(Truncated: the first ${MAX_RESULT_CHARACTERS} of ${text.length} characters.)`
}

/** A failed call as text for the model. */
export function errorText({ message, code }: Refusal): string {
  return JSON.stringify({ error: message, code })
}
