/**
 * The built-in assistant in a worker thread. It reads sentences with hundreds of patterns, and nobody can promise that
 * each of them is quick on every text: a deadline ends those that are not.
 */
import type { Catalogue, Dialect } from '@millrace/model'
import { catalogueText } from '../catalogue/catalogue-text.ts'
import { WorkerFailure } from '../platform/workers/worker-failure.ts'
import type { Workers } from '../platform/workers/workers.ts'
import type { RuleQuestion } from './answer-by-rules.ts'
import type { PrintedReply } from './printed-reply.ts'

export interface RulesNeeds {
  readonly workers: Workers
  readonly catalogue: Catalogue
  readonly dialect: Dialect
}

export interface ThreadQuestion extends RuleQuestion {
  /** An object with `nodes` and `edges`, as JSON. */
  readonly graph: string
  readonly signal: AbortSignal
}

/** Processing time for a message, and what each million characters of the workflow add to it. */
const DEADLINE_MS = 2000
const DEADLINE_MS_PER_MILLION = 1000

/** Answers in a thread; a message that takes too long gets a reply that says so. */
export function rulesInThread({ workers, catalogue, dialect }: RulesNeeds) {
  return async ({ message, history, note, graph, signal }: ThreadQuestion): Promise<PrintedReply> => {
    const deadlineMs = DEADLINE_MS + (graph.length / 1_000_000) * DEADLINE_MS_PER_MILLION
    const last = history.findLast(({ role }) => role === 'assistant')
    const question = { message, history: last === undefined ? [] : [last], note }
    try {
      const task = { question, graph, catalogue: catalogueText(catalogue), dialect }
      return await workers.run('rule-reply', task, { deadlineMs, signal })
    } catch (error) {
      if (!(error instanceof WorkerFailure) || !isTooMuch(error)) throw error
      return { content: tooMuch(note), commands: 0 }
    }
  }
}

function isTooMuch({ reason }: WorkerFailure): boolean {
  return reason === 'deadline' || reason === 'memory'
}

function tooMuch(note: string): string {
  const text = 'This message takes too long to understand. Please use shorter sentences, one change in each.'
  return note === '' ? text : `${note}\n\n${text}`
}
