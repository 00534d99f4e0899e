import { describe, expect, test } from 'vitest'
import { createWorkers } from '../../platform/workers/workers.ts'
import { WORKER_PROGRAM } from '../../worker-program.ts'
import { withoutKeys } from '../prompt/without-keys.ts'
import { catalogue, chat } from '../testing/built-in.ts'
import { answerByRules } from './answer-by-rules.ts'
import { rulesInThread } from './rules-in-thread.ts'
import { expensiveMessages, KNOWN } from './testing/expensive-messages.ts'

/** Processing time of this thread: the machine may be busy with other things. */
async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The message that takes most of this thread. */
async function slowest(messages: readonly string[], work: (message: string) => unknown) {
  let most = { ms: 0, message: '' }
  for (const message of messages) {
    const ms = await cpuMs(() => work(message))
    if (ms > most.ms) most = { ms, message: JSON.stringify(message.slice(0, 80)) }
  }
  return most
}

describe('messages that are written to keep patterns busy', () => {
  test('with long runs of white space are read in little time', async () => {
    const world = { graph: chat, catalogue, dialect: 'millrace' } as const
    const { ms, message } = await slowest(KNOWN, (text) =>
      answerByRules({ message: text, history: [], note: '' }, world),
    )
    expect(ms, message).toBeLessThan(4000)
  })

  test('are answered by a thread, whatever the rules make of them', { timeout: 180_000 }, async () => {
    const workers = createWorkers(WORKER_PROGRAM)
    const answer = rulesInThread({ workers, catalogue, dialect: 'millrace' })
    const { signal } = new AbortController()
    const graph = JSON.stringify(chat)
    const ask = async (message: string) => answer({ message, history: [], note: '', graph, signal })
    try {
      expect((await ask('add a logger')).commands).toBeGreaterThan(0)
      // Thirty sentences that take most of a second each.
      const hopeless = expensiveMessages().findLast((message) => message.startsWith('disconnect x')) ?? ''
      expect(await ask(hopeless)).toEqual({ content: expect.stringContaining('takes too long'), commands: 0 })
      const sample = expensiveMessages().filter((_, at) => at % 300 === 0)
      const { ms, message } = await slowest([...KNOWN.slice(0, 2), ...sample], ask)
      expect(ms, message).toBeLessThan(200)
    } finally {
      await workers.close()
    }
  })

  test('lose their keys at once', async () => {
    const { ms, message } = await slowest(expensiveMessages(), withoutKeys)
    expect(ms, message).toBeLessThan(50)
  })
})
