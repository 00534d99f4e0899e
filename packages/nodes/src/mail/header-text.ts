/** Line breaks and other control characters, which would start another header. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** True if a text can be the value of a header of an e-mail. */
export function isHeaderText(text: string): boolean {
  return !CONTROL.test(text)
}
