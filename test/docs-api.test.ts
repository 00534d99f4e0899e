/** docs/reference/api.md and every other page name operations that the service has; docs/reference/errors.md shows a real refusal. */
import { isObject } from '@millrace/model'
import { expect, test } from 'vitest'
import { Client } from '../packages/service/src/executions/testing/client.ts'
import { loadRoutes } from '../packages/service/src/routes.ts'
import { fencesRunBy } from './fences.ts'
import { readPage, tableBelow } from './markdown.ts'
import { filesBelow } from './source-files.ts'

const CALL = /\b(GET|POST|PUT|DELETE|PATCH) +(?:\/api\/v1)?(\/[\w./{}:-]*[\w}])/g

const routes = (await loadRoutes()).map(({ route }) => route)

/** A path as a pattern; a parameter matches any text. */
function patternOf(method: string, path: string): RegExp {
  return new RegExp(`^${method} ${path.replace(/:\w+\*/g, '.+').replace(/:\w+/g, '[^/]+')}$`)
}

/** The main address of every operation. */
const current = routes.map(({ method, path }) => patternOf(method, path))
/** All addresses, with the deprecated ones for older clients. */
const served = routes.flatMap(({ method, path, aliases = [] }) =>
  [path, ...aliases].map((one) => patternOf(method, one)),
)

/** What a page names and the service does not have. */
function unknownIn(text: string): string[] {
  return callsIn(text).filter((call) => !served.some((operation) => operation.test(call)))
}

function callsIn(text: string): string[] {
  return [...text.matchAll(CALL)].map(([, method = '', path = '']) => `${method} ${path}`)
}

test('docs/reference/api.md names operations that there are', () => {
  const page = readPage('docs/reference/api.md')
  expect(callsIn(page).length).toBeGreaterThan(30)
  expect(unknownIn(page)).toEqual([])
})

/** An answer with the keys of an envelope and others beside them. */
function isEnvelope(schema: unknown): boolean {
  return isObject(schema) && isObject(schema.properties) && Object.hasOwn(schema.properties, 'success')
}

test('docs/reference/api.md lists exactly the operations that answer without an envelope', async () => {
  const [, section = ''] = readPage('docs/reference/api.md').split('## Responses without an envelope')
  const listed = callsIn(section.split('\n## ')[0] ?? '')
  const bare = (await loadRoutes())
    .filter(({ route }) => route.reply.form === 'bare' && !isEnvelope(route.reply.schema))
    .map(({ route: { method, path } }) => `${method} ${path.replace(/:(\w+)\*?/g, '{$1}')}`)
  expect(listed.sort()).toEqual(bare.sort())
})

test('docs/reference/api.md lists exactly the event streams with their events', async () => {
  const rows = tableBelow(readPage('docs/reference/api.md'), 'Streams').map(([stream = '', events = '']) => [
    stream.replaceAll('`', ''),
    events.replaceAll('`', '').split(', '),
  ])
  const streams = (await loadRoutes()).flatMap(({ route: { method, path, reply } }) =>
    reply.events === undefined
      ? []
      : [[`${method} ${path.replace(/:(\w+)\*?/g, '{$1}')}`, Object.keys(reply.events)] as const],
  )
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(streams))
})

const isPage = (path: string) => path.endsWith('.md') && !path.includes('docs/reference/nodes/')
const pages = [...filesBelow('docs', isPage), ...filesBelow('examples', isPage)]

test('no page names a deprecated address, unless as an alias', () => {
  const named = pages.flatMap(({ path, text }) =>
    callsIn(text.replace(/\(alias [^)]*\)/g, ''))
      .filter((call) => !current.some((operation) => operation.test(call)) && served.some((one) => one.test(call)))
      .map((call) => `${path}: ${call}`),
  )
  expect(named).toEqual([])
})

test('every other page names operations that there are', () => {
  expect(pages.flatMap(({ path, text }) => unknownIn(text).map((call) => `${path}: ${call}`))).toEqual([])
})

test('docs/reference/errors.md shows a refusal as it is sent', async () => {
  const [shown] = fencesRunBy('docs/reference/errors.md', 'docs/reference/errors.md shows a refusal as it is sent')
  await using client = await Client.open()
  const { status, body } = await client.call('GET', '/workflows/cats')
  expect([status, body]).toEqual([404, JSON.parse(shown!)])
})
