/** Values as the pipeline detail shows them: a long one is replaced by a preview and a link to the whole. */
import { type CutValue, LargeJson } from '@millrace/model'

/** Values longer than this (as JSON) are truncated. */
const SHOWN_CHARACTERS = 16_384
const PREVIEW_CHARACTERS = 1024

/** Input, output or resolved setting of a step, output of the execution, or input of the launch. */
export type ValueSide = 'input' | 'output' | 'setting' | 'execution' | 'launch'

/** Identifies a value. `job` is empty for values of the execution itself. */
export interface ValuePlace {
  readonly job: string
  readonly port: string
  readonly of: ValueSide
}

/** Returns the address of the whole value. */
export type Href = (value: ValuePlace) => string

interface Cutting {
  readonly job: string
  readonly of: ValueSide
  readonly href: Href
}

export function cutAll(values: Readonly<Record<string, unknown>>, { job, of, href }: Cutting): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([port, value]) => [port, cut(value, () => href({ job, port, of }))]),
  )
}

interface Printed {
  readonly characters: number
  readonly preview: string
}

/** Values of a run never change, and one list is often the output of a step and the input of others. */
const printedLists = new WeakMap<object, Printed>()

function printedValue(value: unknown): Printed {
  const known = typeof value === 'object' && value !== null ? printedLists.get(value) : undefined
  if (known !== undefined) return known
  const text = value instanceof LargeJson ? value.text : (JSON.stringify(value) ?? 'null')
  // A short text with a copy of its own: a slice would keep the whole text in memory.
  const preview =
    text.length <= SHOWN_CHARACTERS ? '' : Buffer.from(text.slice(0, PREVIEW_CHARACTERS), 'utf16le').toString('utf16le')
  const printed = { characters: text.length, preview }
  if (typeof value === 'object' && value !== null && printed.characters > SHOWN_CHARACTERS)
    printedLists.set(value, printed)
  return printed
}

function cut(value: unknown, href: () => string): unknown {
  if (typeof value !== 'object' && typeof value !== 'string') return value
  const printed = printedValue(value)
  if (printed.characters <= SHOWN_CHARACTERS) return value
  return { $cut: true, ...printed, href: href() } satisfies CutValue
}
