import type { NumberText } from './number-text.ts'

export const runOverlayStrings = (numberText: NumberText) => ({
  cards: (count: number, skipped: number) =>
    skipped === 0 ? numberText(count) : `${numberText(count)} (${numberText(skipped)} skipped)`,
  response: 'Response',
  httpStatus: (status: number) => `HTTP status ${status}`,
  headers: (count: number) => `Headers (${count})`,
  emptyBody: 'The body is empty.',
  cutBody: (shown: number, total: number) =>
    `First ${numberText(shown)} of ${numberText(total)} characters of the body`,
})
