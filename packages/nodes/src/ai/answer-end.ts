import type { ModelAnswer, RunContext } from '@millrace/model'

const REMARKS = new Map([
  ['length', 'was cut off: it reached the longest length.'],
  ['content-filter', 'was held back by the provider, or a part of it (content filter).'],
])

/** Logs why an answer may not be whole. */
export function remarkOnEnd(
  { finishReason }: Pick<ModelAnswer, 'finishReason'>,
  log: RunContext['log'],
  what = 'answer',
): void {
  const remark = REMARKS.get(finishReason)
  if (remark !== undefined) log('warning', `The ${what} ${remark}`)
}
