/**
 * Checks the syntax of JSONata expressions and Liquid templates in a config.
 *
 * Nothing is evaluated here. The parsers are loaded on first use, because most processes never need them, and with
 * `require`, because validation is synchronous. Input is untrusted: its size is limited, and nesting deeper than the
 * stack is reported as a problem of the text.
 */
import { createRequire } from 'node:module'
import { isObject } from '@millrace/model'
import type { Liquid } from 'liquidjs'

const MAX_BYTES = 65_536
const MAX_REASON_LENGTH = 200

/** Tags that load other templates. There are none, so a template that uses them can never work. */
const FILE_TAGS = ['include', 'render', 'layout', 'block']

const require = createRequire(import.meta.url)
let liquid: Liquid | undefined

/** Why a text is not a JSONata expression; undefined if it is valid. Blank text is valid. */
export function expressionProblem(text: string): string | undefined {
  return problemIn(text, () => {
    const jsonata = require('jsonata') as typeof import('jsonata')
    jsonata(text)
  })
}

/** Why a text is not a Liquid template; undefined if it is valid. */
export function templateProblem(text: string): string | undefined {
  return problemIn(text, () => {
    liquid ??= newLiquid()
    liquid.parse(text)
  })
}

function newLiquid(): Liquid {
  const library = require('liquidjs') as typeof import('liquidjs')
  // The locale: it takes 40 ms to find out that of the process, and nothing is rendered here.
  const engine = new library.Liquid({ parseLimit: MAX_BYTES, strictFilters: true, templates: {}, locale: 'en-US' })
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

/** JSONata throws plain objects with a message and a position; Liquid throws errors that wrap the cause. */
function reasonOf(error: unknown): string {
  if (!isObject(error)) return 'it cannot be parsed'
  if (error instanceof RangeError || error.originalError instanceof RangeError) return 'it is nested too deeply'
  const reason = String(error.message)
  const short = reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason
  return typeof error.position === 'number' ? `${short} (at character ${error.position})` : short
}
