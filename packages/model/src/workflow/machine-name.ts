const MAX_LENGTH = 64

/** A name for URLs and look-ups: lower case letters, digits and underscores. */
export function machineNameOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return plain.slice(0, MAX_LENGTH).replace(/_+$/, '') || 'workflow'
}

/** The machine name itself, or with the first free number appended. */
export function freeMachineName(wanted: string, taken: Iterable<string>): string {
  const used = new Set(taken)
  if (!used.has(wanted)) return wanted
  let number = 2
  while (used.has(`${wanted}_${number}`)) number++
  return `${wanted}_${number}`
}
