/** Ends a text that was cut. Masking reads it: the beginning of a secret before it is removed too. */
export const CUT_MARK = '…'

/** At most `max` characters of a text; a text that was cut ends with `…`. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}${CUT_MARK}`
}
