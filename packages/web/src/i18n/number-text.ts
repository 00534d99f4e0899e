/** Prints a number with the separators of a locale. */
export type NumberText = (value: number) => string

export function numberTextFor(locale: string): NumberText {
  return (value) => value.toLocaleString(locale)
}
