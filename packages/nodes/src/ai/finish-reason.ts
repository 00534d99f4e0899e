import type { ModelAnswer, RunContext } from '@millrace/model'

const REMARKS = new Map([
  ['length', 'was truncated at the maximum length.'],
  ['content-filter', 'was blocked, at least in part, by the content filter of the provider.'],
])

/** Warns if the response may be incomplete. */
export function warnIfIncomplete(
  { finishReason }: Pick<ModelAnswer, 'finishReason'>,
  log: RunContext['log'],
  what = 'answer',
): void {
  const remark = REMARKS.get(finishReason)
  if (remark !== undefined) log('warning', `The ${what} ${remark}`)
}
