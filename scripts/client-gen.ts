/**
 * Writes the generated part of `@millrace/client` from the routes of the service: the operations with their types, and the
 * table that the runtime reads. `npm run generate` writes the files; a test fails if they are out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ERRORS } from '@millrace/model'
import type { Route } from '../packages/service/src/http/define-route.ts'
import { loadRoutes } from '../packages/service/src/routes.ts'
import { declareMessages, kindOf, methodText, tableLine } from './client-gen/operations.ts'
import { createTypePrinter, literal } from './client-gen/type-text.ts'

export const FOLDER = new URL('../packages/client/src/', import.meta.url)

const HEAD = '// Generated from the routes of the service by `npm run generate`. Do not edit.\n'

/** The generated files, by name. */
export async function clientFiles(): Promise<Map<string, string>> {
  const routes = (await loadRoutes()).map(({ route }) => route)
  return filesOf(routes.sort((a, b) => (a.operation < b.operation ? -1 : 1)))
}

export function filesOf(routes: readonly Route[]): Map<string, string> {
  const printer = createTypePrinter()
  const operations = routes.flatMap((route) => {
    const kind = kindOf(route)
    return kind === undefined ? [] : [{ route, kind }]
  })
  const methods = operations.map(({ route, kind }) => methodText(route, kind, printer))
  for (const route of routes) declareMessages(route, printer)
  const lines = operations.map(({ route, kind }) => tableLine(route, kind))
  printer.declare(
    'ErrorCode',
    Object.keys(ERRORS)
      .map((code) => `\n  | ${literal(code)}`)
      .join(''),
    CODES,
  )
  return new Map([
    ['operation-table.gen.ts', `${HEAD}${TABLE}export const OPERATIONS = {\n${lines.join('\n')}\n} as const\n`],
    [
      'operations.gen.ts',
      `${HEAD}${IMPORTS}\nexport interface Operations {\n${methods.join('\n\n')}\n}\n${declared(printer)}`,
    ],
  ])
}

const CODES = 'Every error code of the service; docs/reference/errors.md describes them.'
const TABLE = `
/** Method, path below the base path, and how the reply is read (see read-reply.ts). */
`
const IMPORTS = `
import type { NoArgs, Page, RequestOptions, Saved, StreamEvent, StreamOptions } from './types.ts'
`

function declared(printer: ReturnType<typeof createTypePrinter>): string {
  return printer
    .declarations()
    .map((text) => `\n${text}\n`)
    .join('')
}

/** Writes the files that are out of date; returns their paths. */
export async function writeClient(): Promise<readonly string[]> {
  const stale = [...(await clientFiles())].filter(([name, text]) => textOf(new URL(name, FOLDER)) !== text)
  for (const [name, text] of stale) writeFileSync(new URL(name, FOLDER), text)
  return stale.map(([name]) => `packages/client/src/${name}`)
}

function textOf(file: URL): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeClient()
