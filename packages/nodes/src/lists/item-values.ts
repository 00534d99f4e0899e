import type { Effects } from '@millrace/model'
import { pathSteps, valueAt } from '../running/path.ts'

/** Enough to keep the expression workers busy without queueing the whole list at once. */
const AT_A_TIME = 64

/** The value to operate on, per item: the result of the expression, else the field at the path, else the item. */
export async function itemValues(
  items: readonly unknown[],
  { key, expression }: { readonly key: string; readonly expression: string },
  { effects, signal }: { readonly effects: Pick<Effects, 'expression'>; readonly signal: AbortSignal },
): Promise<readonly unknown[]> {
  if (expression === '') {
    const steps = pathSteps(key, 'key')
    return items.map((item) => valueAt(item, steps).value)
  }
  const seen: unknown[] = []
  for (let at = 0; at < items.length; at += AT_A_TIME) {
    signal.throwIfAborted()
    const some = items.slice(at, at + AT_A_TIME)
    seen.push(...(await Promise.all(some.map((item) => effects.expression(expression, item)))))
  }
  return seen.map((value) => value ?? null)
}
