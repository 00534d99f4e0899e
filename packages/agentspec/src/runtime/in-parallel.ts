/** Work side by side, bounded. Everything that was begun is settled before this ends, so that nothing runs on unseen. */
import { Waiting } from './passing.ts'
import type { Run } from './run.ts'

/**
 * The results in order. A failure wins over a question; of several questions the one that was asked already is asked
 * again, else the first in order, so that they come one after the other and in the same order whatever happens.
 */
export async function inParallel<T>(count: number, run: Run, work: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = new Array(count)
  const thrown: { readonly at: number; readonly error: unknown }[] = []
  let next = 0
  const worker = async () => {
    while (next < count && !thrown.some(({ error }) => !(error instanceof Waiting))) {
      const at = next++
      try {
        results[at] = await work(at)
      } catch (error) {
        thrown.push({ at, error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(run.limits.width, count) }, worker))
  if (thrown.length === 0) return results
  const errors = thrown.sort((a, b) => a.at - b.at).map(({ error }) => error)
  const waiting = errors.filter((error) => error instanceof Waiting)
  throw errors.find((error) => !(error instanceof Waiting)) ?? waiting.find(({ isAsked }) => isAsked) ?? waiting[0]
}
