import type { Effects } from '@millrace/model'

/** One value out of a list: the expression makes the next one out of `accumulator`, `item` and `index`. */
export async function reduced(
  items: readonly unknown[],
  { expression, start }: { readonly expression: string; readonly start: unknown },
  { effects, signal }: { readonly effects: Pick<Effects, 'expression'>; readonly signal: AbortSignal },
): Promise<unknown> {
  let accumulator = start
  for (const [index, item] of items.entries()) {
    signal.throwIfAborted()
    accumulator = (await effects.expression(expression, { accumulator, item, index })) ?? null
  }
  return accumulator
}
