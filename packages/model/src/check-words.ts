/** The wording of issues: types and values as they are shown to people. */

/** "a text or null" */
export function typeWords(type: unknown): string {
  const all = (Array.isArray(type) ? type : [type]).map((one) => TYPE_WORDS[String(one)] ?? String(one))
  return [...new Set(all)].join(' or ')
}

const TYPE_WORDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
}

/** The type of a value in words. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'a list'
  return TYPE_WORDS[typeof value] ?? typeof value
}

/** A value as text, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
