/** The file launch input: `{ name, type, size, content, encoding }`, a URL, or only its text. */
import { isObject } from '@millrace/model'
import { badInput, kindOf, textAt } from './input-values.ts'

type File = Readonly<Record<string, unknown>>

/** The file, and its text if included. */
export function launchedFile(launch: Readonly<Record<string, unknown>>): { file: File; content: string | undefined } {
  const given = launch.file
  const own = launch.content === undefined ? undefined : textAt(launch, 'content')
  if (typeof given === 'string' && given !== '') return { file: { url: given }, content: own }
  if (isObject(given)) return { file: given, content: own ?? contentOf(given) }
  if (given !== undefined && given !== null) throw badInput('file', `must be a file (got ${kindOf(given)})`)
  if (own === undefined) throw badInput('file', 'is required at launch')
  return { file: { content: own }, content: own }
}

function contentOf({ content, encoding }: File): string | undefined {
  if (typeof content !== 'string') return undefined
  return encoding === 'base64' ? Buffer.from(content, 'base64').toString('utf8') : content
}

/** `accepted` is a list as in HTML forms: `text/csv, image/*, .md`. A file without name and type is accepted. */
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
  if (!rules.some(fits)) throw badInput('file', `must have one of the accepted types: ${accepted}`)
}
