/** Flows at the same time, bounded. */
import type { ConversationMessage } from '@millrace/model'
import type { Step } from './step.ts'

const MOST_AT_ONCE = 10

/**
 * The results in order. Each flow continues the conversation on its own; what they said is appended in their order. The
 * first failure ends it without waiting for flows that still run, because one of them may wait for a person.
 */
export async function inParallel<T>(
  count: number,
  { conversation }: Pick<Step, 'conversation'>,
  run: (number: number, conversation: ConversationMessage[]) => Promise<T>,
): Promise<T[]> {
  const before = conversation.length
  const own = Array.from({ length: count }, () => [...conversation])
  const results: T[] = new Array(count)
  const waiting = own.entries()
  let hasFailed = false
  const worker = async () => {
    for (const [number, said] of waiting) {
      if (hasFailed) return
      results[number] = await run(number, said).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, count) }, worker))
  for (const said of own) conversation.push(...said.slice(before))
  return results
}
