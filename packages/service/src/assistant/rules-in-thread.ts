/** The built-in assistant in a worker thread, with a deadline: a large workflow does not keep the service busy. */
import type { Catalogue, Dialect } from '@millrace/model'
import { catalogueText } from '../catalogue/catalogue-text.ts'
import { WorkerFailure } from '../platform/workers/worker-failure.ts'
import type { Workers } from '../platform/workers/workers.ts'
import type { RuleQuestion } from './answer-by-rules.ts'
import { languageOf } from './interpreter/lexicon/message-language.ts'
import type { PrintedReply } from './printed-reply.ts'

export interface RulesNeeds {
  readonly workers: Workers
  readonly catalogue: Catalogue
  readonly dialect: Dialect
  /** Processing time for a message. */
  readonly deadlineMs?: number
}

export interface ThreadQuestion extends RuleQuestion {
  /** An object with `nodes` and `edges`, as JSON. */
  readonly graph: string
  readonly signal: AbortSignal
}

const DEADLINE_MS = 2000
/** What each million characters of the workflow add to the deadline. */
const DEADLINE_MS_PER_MILLION = 1000

/** Answers in a thread; a message that takes too long gets a reply with the reason. */
export function rulesInThread({ workers, catalogue, dialect, deadlineMs = DEADLINE_MS }: RulesNeeds) {
  return async ({ message, history, note, page, graph, signal }: ThreadQuestion): Promise<PrintedReply> => {
    const allowedMs = deadlineMs + (graph.length / 1_000_000) * DEADLINE_MS_PER_MILLION
    const last = history.findLast(({ role }) => role === 'assistant')
    const question = { message, history: last === undefined ? [] : [last], note, page }
    try {
      const task = { question, graph, catalogue: catalogueText(catalogue), dialect }
      return await workers.run('rule-reply', task, { deadlineMs: allowedMs, signal })
    } catch (error) {
      if (!(error instanceof WorkerFailure) || !isTooMuch(error)) throw error
      return { content: tooMuch(note, languageOf(message, page).texts.tooMuch), commands: 0 }
    }
  }
}

function isTooMuch({ reason }: WorkerFailure): boolean {
  return reason === 'deadline' || reason === 'memory'
}

function tooMuch(note: string, text: string): string {
  return note === '' ? text : `${note}\n\n${text}`
}
