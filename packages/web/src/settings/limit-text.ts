/** Limits as people read them. */
import { numberText } from '../i18n/locale.ts'
import { t } from '../i18n/strings.ts'

const UNITS = ['KiB', 'MiB', 'GiB']

export function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  return `${numberText(Math.round((bytes / 1024 ** step) * 10) / 10)} ${UNITS[step - 1] ?? t.ui.bytes}`
}

/** The value of a limit; nothing where zero means that there is none. */
export function limitText(name: string, value: number): string | undefined {
  if (name === 'requestsPerMinute' && value === 0) return undefined
  return name.endsWith('Bytes') ? bytesText(value) : numberText(value)
}
