/** Runs flows in parallel, with a limit. */
import type { ConversationMessage } from '@millrace/model'
import type { Step } from './step.ts'

const MOST_AT_ONCE = 10

/**
 * Returns the results in order. Each flow continues its own copy of the conversation; their messages are appended in
 * order. After a failure no further flows start, and running ones finish before the first failure in order is thrown,
 * so that no flow has effects after the node failed.
 */
export async function inParallel<T>(
  count: number,
  { conversation }: Pick<Step, 'conversation'>,
  run: (number: number, conversation: ConversationMessage[]) => Promise<T>,
): Promise<T[]> {
  const before = conversation.length
  const own = Array.from({ length: count }, () => [...conversation])
  const results: T[] = new Array(count)
  const failures: { readonly number: number; readonly error: unknown }[] = []
  const waiting = own.entries()
  const worker = async () => {
    for (const [number, said] of waiting) {
      if (failures.length > 0) return
      try {
        results[number] = await run(number, said)
      } catch (error) {
        failures.push({ number, error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, count) }, worker))
  const [first] = failures.sort((a, b) => a.number - b.number)
  if (first !== undefined) throw first.error
  for (const said of own) conversation.push(...said.slice(before))
  return results
}
