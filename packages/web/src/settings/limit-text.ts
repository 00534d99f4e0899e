/** Formats limits for display. */
import { numberTextFor } from '../i18n/number-text.ts'
import type { Texts } from '../i18n/texts.ts'

const UNITS = ['KiB', 'MiB', 'GiB']

export function bytesText(bytes: number, t: Texts): string {
  const step = Math.min(UNITS.length, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  return `${numberTextFor(t.locale)(Math.round((bytes / 1024 ** step) * 10) / 10)} ${UNITS[step - 1] ?? t.ui.bytes}`
}

/** The value of a limit; undefined if zero means unlimited. */
export function limitText(name: string, value: number, t: Texts): string | undefined {
  if (name === 'requestsPerMinute' && value === 0) return undefined
  return name.endsWith('Bytes') ? bytesText(value, t) : numberTextFor(t.locale)(value)
}
