/** Values as details show them: long ones are cut and can be fetched whole. */
import { LargeJson } from '@millrace/model'

/** Values longer than this (as JSON) are cut. */
const SHOWN_CHARACTERS = 16_384
const PREVIEW_CHARACTERS = 1024

/** What a value is of: a step's input or output, an output of the execution, or what the launch brought. */
export type ValueSide = 'input' | 'output' | 'execution' | 'launch'

/** Which value is meant. The id of the job is empty where there is none. */
export interface ValuePlace {
  readonly job: string
  readonly port: string
  readonly of: ValueSide
}

/** Where the whole of a value that was cut can be fetched. */
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

function cut(value: unknown, href: () => string): unknown {
  if (typeof value !== 'object' && typeof value !== 'string') return value
  const text = value instanceof LargeJson ? value.text : (JSON.stringify(value) ?? 'null')
  if (text.length <= SHOWN_CHARACTERS) return value
  return { $cut: true, characters: text.length, preview: text.slice(0, PREVIEW_CHARACTERS), href: href() }
}
