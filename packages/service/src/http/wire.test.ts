/** Parameters, bodies, replies and events are schemas of the model, so that server, client and web share them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as model from '@millrace/model'
import { isObject, type Schema, Type } from '@millrace/model'
import { beforeAll, expect, test } from 'vitest'
import { loadRoutes } from '../routes.ts'
import { type Endpoint, endpointsOf } from './load-routes.ts'

let endpoints: readonly Endpoint[]
beforeAll(async () => {
  endpoints = endpointsOf(await loadRoutes(), '/api/v1').filter(({ aliasOf }) => aliasOf === undefined)
})

const exported = Object.values(model).filter((value) => isObject(value))
/** Exported schemas, and those in exported maps such as PIPELINE_EVENTS. */
const shapes = new Set<unknown>([...exported, ...exported.flatMap((value) => Object.values(value))])

/** A shape of the model, a list of one, or any JSON value. */
function isShape(schema: Schema): boolean {
  if (schema.type === 'array') return shapes.has(schema.items)
  return shapes.has(schema) || (schema.type === undefined && schema.anyOf === undefined)
}

test('every parameter, body, reply and event is declared in the model', () => {
  const foreign = endpoints.flatMap(({ file, route: { params, query, body, reply } }) => [
    ...(params === undefined || shapes.has(params) ? [] : [`${file}: params`]),
    ...(query === undefined || shapes.has(query) ? [] : [`${file}: query`]),
    ...(body === undefined || isShape(body) ? [] : [`${file}: body`]),
    ...(reply.schema === undefined || isShape(reply.schema) ? [] : [`${file}: reply`]),
    ...Object.entries({ ...reply.events, ...reply.messages }).flatMap(([name, schema]) =>
      shapes.has(schema) ? [] : [`${file}: ${name}`],
    ),
  ])
  expect(foreign).toEqual([])
  expect(endpoints.length).toBeGreaterThan(80)
})

test('a schema that a route declares itself is not a shape of the model', () => {
  expect(isShape(Type.Object({ id: Type.String() }))).toBe(false)
  expect(isShape(Type.Array(Type.Object({ id: Type.String() })))).toBe(false)
})

const SERVICE = join(import.meta.dirname, '..')
/** A call of the schema builder. */
const INLINE_SCHEMA = /\bType\.[A-Z]\w*\(/

test('no route file declares a schema', () => {
  const files = readdirSync(SERVICE, { recursive: true, encoding: 'utf8' }).filter((file) => /route\.ts$/.test(file))
  const declaring = files.filter((file) => INLINE_SCHEMA.test(readFileSync(join(SERVICE, file), 'utf8')))
  expect(declaring.filter((file) => !file.startsWith('testing'))).toEqual([])
  expect(files.length).toBeGreaterThan(100)
})
