/**
 * Says whether the small languages in a config can be read: JSONata expressions and Liquid templates.
 *
 * Nothing is evaluated here. The parsers are loaded at the first question, because most starts of the service never ask
 * one; they are loaded with `require`, because validation is synchronous. Any text may come in: its size is bounded,
 * and one that is nested deeper than the stack is a problem of the text, not of the service.
 */
import { createRequire } from 'node:module'
import { isObject } from '@millrace/model'
import type { Liquid } from 'liquidjs'

const MAX_BYTES = 65_536
const MAX_REASON_LENGTH = 200

/** Tags that would read other templates; there are none to read, so a text that uses them can never work. */
const FILE_TAGS = ['include', 'render', 'layout', 'block']

const require = createRequire(import.meta.url)
let liquid: Liquid | undefined

/** Why a text is no JSONata expression; undefined if it is one. A blank text asks for nothing and is no problem. */
export function expressionProblem(text: string): string | undefined {
  return problemIn(text, () => {
    const jsonata = require('jsonata') as typeof import('jsonata')
    jsonata(text)
  })
}

/** Why a text is no Liquid template; undefined if it is one. */
export function templateProblem(text: string): string | undefined {
  return problemIn(text, () => {
    liquid ??= newLiquid()
    liquid.parse(text)
  })
}

function newLiquid(): Liquid {
  const library = require('liquidjs') as typeof import('liquidjs')
  const engine = new library.Liquid({ parseLimit: MAX_BYTES, strictFilters: true, templates: {} })
  for (const tag of FILE_TAGS) delete engine.tags[tag]
  return engine
}

function problemIn(text: string, parse: () => void): string | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) return `it is longer than ${MAX_BYTES / 1024} KiB`
  if (text.trim() === '') return undefined
  try {
    parse()
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

/** JSONata throws plain objects with a message and a position, Liquid throws errors that wrap what they caught. */
function reasonOf(error: unknown): string {
  if (!isObject(error)) return 'it cannot be read'
  if (error instanceof RangeError || error.originalError instanceof RangeError) return 'it is nested too deeply'
  const reason = String(error.message)
  const short = reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason
  return typeof error.position === 'number' ? `${short} (at character ${error.position})` : short
}
