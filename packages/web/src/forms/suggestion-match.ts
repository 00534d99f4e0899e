/** Where suggestions come from, and which match a typed text. Pure. */
import type { Option } from './field-schema.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isId(value: unknown): boolean {
  return UUID.test(String(value))
}

/** Lists of the service that contain only what a workflow of the project can use. */
const OF_PROJECT = /\/autocomplete\/(workflows|connections|models|credentials\/[^/]+)$/

/** Whether the suggestions of an address depend on the project of the workflow. */
export function isOfProject(url: string): boolean {
  return OF_PROJECT.test(url)
}

/** The option that a typed name stands for: the same label, or the first match if the values are ids. */
export function namedOption(options: readonly Option[], text: string): Option | undefined {
  const query = text.trim().toLowerCase()
  if (query === '') return undefined
  const named = options.filter(({ value }) => isId(value))
  return (
    options.find(({ label, value }) => label.toLowerCase() === query && label !== value) ??
    named.find(({ label }) => label.toLowerCase().includes(query))
  )
}

/** All options if the text is one of them, so that another one can be selected. */
export function matching(options: readonly Option[], text: string): Option[] {
  const query = text.trim().toLowerCase()
  if (options.some(({ value }) => value === text)) return [...options]
  return options.filter(({ label, value }) => `${label} ${String(value)}`.toLowerCase().includes(query))
}
