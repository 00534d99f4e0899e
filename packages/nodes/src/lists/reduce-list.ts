import type { Effects } from '@millrace/model'

/** Reduces a list with an expression over `accumulator`, `item` and `index`. */
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
