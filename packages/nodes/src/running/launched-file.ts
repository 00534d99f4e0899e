/** A file that a run was launched with: `{ name, type, size, content, encoding }`, an address, or its text alone. */
import { isObject } from '@millrace/model'
import { badInput, kindOf, textAt } from './input-values.ts'

type File = Readonly<Record<string, unknown>>

/** The file, and its text if it came along. */
export function launchedFile(launch: Readonly<Record<string, unknown>>): { file: File; content: string | undefined } {
  const given = launch.file
  const own = launch.content === undefined ? undefined : textAt(launch, 'content')
  if (typeof given === 'string' && given !== '') return { file: { url: given }, content: own }
  if (isObject(given)) return { file: given, content: own ?? contentOf(given) }
  if (given !== undefined && given !== null) throw badInput('file', `must be a file, is ${kindOf(given)}`)
  if (own === undefined) throw badInput('file', 'is missing: a run has to be launched with one')
  return { file: { content: own }, content: own }
}

function contentOf({ content, encoding }: File): string | undefined {
  if (typeof content !== 'string') return undefined
  return encoding === 'base64' ? Buffer.from(content, 'base64').toString('utf8') : content
}

/** `accepted` is a list as in a form: `text/csv, image/*, .md`. A file that says neither name nor type passes. */
export function refuseUnaccepted({ name, type }: File, accepted = ''): void {
  const rules = accepted
    .toLowerCase()
    .split(',')
    .map((rule) => rule.trim())
    .filter(Boolean)
  if (rules.length === 0 || (typeof name !== 'string' && typeof type !== 'string')) return
  const fits = (rule: string) => {
    if (rule.startsWith('.'))
      return String(name ?? '')
        .toLowerCase()
        .endsWith(rule)
    if (rule === '*/*' || rule === '*') return true
    const kind = String(type ?? '').toLowerCase()
    return rule.endsWith('/*') ? kind.startsWith(rule.slice(0, -1)) : kind === rule
  }
  if (!rules.some(fits)) throw badInput('file', `is none of the accepted types: ${accepted}`)
}
