/** Formats a number for a locale. */
export type NumberText = (value: number) => string

export function numberTextFor(locale: string): NumberText {
  return (value) => value.toLocaleString(locale)
}
