import { describe, expect, test } from 'vitest'
import { createWorkers } from '../platform/workers/workers.ts'
import { leastThreadCpuMs } from '../testing/thread-cpu.ts'
import { WORKER_PROGRAM } from '../worker-program.ts'
import { answerByRules } from './answer-by-rules.ts'
import { withoutKeys } from './prompt/without-keys.ts'
import { rulesInThread } from './rules-in-thread.ts'
import { catalogue, chat } from './testing/built-in.ts'
import { expensiveMessages, KNOWN } from './testing/expensive-messages.ts'

const MAX_MS = 1500

/** The message that takes most of this thread; tried again if it takes more than the limit. */
async function slowest(limitMs: number, messages: readonly string[], work: (message: string) => unknown) {
  let most = { ms: 0, message: '' }
  for (const message of messages) {
    const ms = await leastThreadCpuMs(limitMs, () => work(message))
    if (ms > most.ms) most = { ms, message: JSON.stringify(message.slice(0, 80)) }
  }
  return most
}

describe('messages that are written to keep a parser busy', () => {
  const world = { graph: chat, catalogue, dialect: 'millrace' } as const
  const answer = (message: string) => answerByRules({ message, history: [], note: '' }, world)

  test('are answered in little processing time', { timeout: 180_000 }, async () => {
    const sample = expensiveMessages().filter((_, at) => at % 10 === 0)
    const { ms, message } = await slowest(MAX_MS, [...KNOWN, ...sample], answer)
    expect(ms, message).toBeLessThan(MAX_MS)
  })

  test.each([
    ['one endless word', 'a'.repeat(10_000)],
    ['many verbs', 'add and '.repeat(1250)],
    ['open brackets', '[{'.repeat(5000)],
    ['many quotes', '"'.repeat(10_000)],
    ['quotes that are never closed', '„'.repeat(10_000)],
    ['many joining words', 'and '.repeat(2500)],
    ['many role words', `add a logger ${'after the model before the output '.repeat(300)}`],
    ['a long list', `connect ${'the model to the output and '.repeat(350)}`],
    ['many polite words', `${'please '.repeat(1400)}add a logger`],
  ])('with %s take no more time than others', async (_, message) => {
    expect(await leastThreadCpuMs(MAX_MS, () => answer(message))).toBeLessThan(MAX_MS)
  })

  test('do not keep the thread of the service busy, and end at a deadline', async () => {
    const workers = createWorkers(WORKER_PROGRAM)
    const { signal } = new AbortController()
    const question = { message: 'add a logger', history: [], note: '', graph: JSON.stringify(chat), signal }
    try {
      // The first task of a thread loads its code, which takes long on a slow machine.
      const patient = rulesInThread({ workers, catalogue, dialect: 'millrace', deadlineMs: 120_000 })
      expect((await patient(question)).commands).toBe(1)
      const hurried = rulesInThread({ workers, catalogue, dialect: 'millrace', deadlineMs: 1 })
      const message = 'add a logger after the chat model. '.repeat(25)
      expect(await hurried({ ...question, message })).toEqual({
        content: expect.stringContaining('takes too long'),
        commands: 0,
      })
    } finally {
      await workers.close()
    }
  })

  test('lose their keys at once', async () => {
    const { ms, message } = await slowest(50, expensiveMessages(), withoutKeys)
    expect(ms, message).toBeLessThan(50)
  })
})
