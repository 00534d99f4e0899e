/** Limits as people read them. */
const UNITS = ['bytes', 'KiB', 'MiB', 'GiB']

export function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  return `${Math.round((bytes / 1024 ** step) * 10) / 10} ${UNITS[step]}`
}

/** The value of a limit; nothing where zero means that there is none. */
export function limitText(name: string, value: number): string | undefined {
  if (name === 'requestsPerMinute' && value === 0) return undefined
  return name.endsWith('Bytes') ? bytesText(value) : value.toLocaleString('en')
}
