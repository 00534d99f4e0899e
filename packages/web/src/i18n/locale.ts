/** How numbers and times are written: as people of the chosen language do, and of the region that the browser names. */

let current = 'en'

/** A tag for `Intl`. */
export function locale(): string {
  return current
}

export function setLocale(tag: string): void {
  current = tag
}

/** A number with the separators of the locale. */
export function numberText(value: number): string {
  return value.toLocaleString(current)
}
