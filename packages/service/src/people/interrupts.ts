/**
 * Questions to people, as used by the routes. The database row may be slightly stale, so it only serves to reject early;
 * the engine decides which answer counts, in journal order.
 */
import type { ExecutionEngine, QuestionRow } from '@millrace/engine'
import { ANYBODY, approverOf, checkAnswer, mayAnswer, type Person, Problem, tooLargeIn } from '@millrace/model'
import type { InterruptStore } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import { refusePaused } from '../platform/pause.ts'
import type { Lifecycle } from '../platform/ports.ts'
import type { Interrupts } from './interrupts-port.ts'
import { listedAs, personOf } from './person.ts'

export interface InterruptsNeeds {
  readonly store: InterruptStore
  readonly engine: Pick<ExecutionEngine, 'answer'>
  /** The size limit of a port value: an answer becomes the output of its node. */
  readonly maxValueBytes: number
  readonly lifecycle: Pick<Lifecycle, 'isPaused'>
}

export function createInterrupts({ store, engine, maxValueBytes, lifecycle }: InterruptsNeeds): Interrupts {
  async function get(id: string): Promise<QuestionRow> {
    const found = await store.get(id)
    if (found === undefined) throw new Problem('NOT_FOUND', { message: `There is no interrupt "${id}".` })
    return found
  }

  async function open(id: string): Promise<QuestionRow> {
    // The execution would continue with the answer.
    refusePaused(lifecycle)
    const row = await get(id)
    if (row.status !== 'pending') throw closed(row)
    return row
  }

  async function say(row: QuestionRow, by: Person, answer?: { readonly value: unknown }): Promise<QuestionRow> {
    const given = { execution: row.executionId, question: row.id, by, ...(answer === undefined ? {} : { answer }) }
    const result = await engine.answer(given)
    if (result.accepted) return result.row
    throw result.why === 'answered' ? new Problem('ALREADY_ANSWERED') : closed(await get(row.id))
  }

  return {
    get,
    list: (query) => store.list(query),
    async resolve(id, value, by) {
      const row = await open(id)
      refuseOthers(row, by)
      refuseSecondVoice(row, by)
      const large = tooLargeIn({ value }, maxValueBytes)
      if (large !== undefined) throw new Problem('PAYLOAD_TOO_LARGE', { message: large.message })
      const checked = checkAnswer(row.question, value)
      if ('value' in checked) return say(row, personOf(by), checked)
      const { problems } = checked
      const [first] = problems
      const message = `Invalid answer: ${first?.path ?? '/value'} ${first?.message ?? 'does not fit'}.`
      throw new Problem('VALIDATION_ERROR', { message, details: problems })
    },
    async cancel(id, by) {
      const row = await open(id)
      refuseOthers(row, by)
      if (!row.question.allowCancel) throw new Problem('NOT_CANCELLABLE')
      return say(row, personOf(by))
    },
  }
}

function refuseOthers({ question }: QuestionRow, caller: Caller): void {
  if (mayAnswer(question, listedAs(caller))) return
  throw new Problem('FORBIDDEN', { message: 'You are not allowed to answer this question.' })
}

/** With a list of those who may answer, each place on it has one voice: two tokens of one name are not two people. */
function refuseSecondVoice({ question, responses }: QuestionRow, caller: Caller): void {
  const place = approverOf(question, listedAs(caller))
  const isAnswerResult = responses.some(({ by }) => by.id !== caller.id && approverOf(question, by) === place)
  if (place !== ANYBODY && isAnswerResult) throw new Problem('ALREADY_ANSWERED')
}

const HOW_CLOSED = {
  cancelled: 'The question has been dismissed.',
  expired: 'The question has expired.',
  stopped: 'The question is closed: what asked it was stopped.',
} as const

function closed({ status, why }: QuestionRow): Problem {
  if (status === 'resolved') return new Problem('INTERRUPT_CLOSED', { message: 'The question has been answered.' })
  return new Problem('INTERRUPT_CLOSED', why === null ? {} : { message: HOW_CLOSED[why] })
}
