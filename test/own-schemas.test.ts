/** No schema of ours has a keyword that the checker does not know: it would be ignored. */
import * as model from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'
import { describe, expect, test } from 'vitest'
import { OWN_TOOLS } from '../packages/service/src/mcp/own-tools.ts'
import { loadRoutes } from '../packages/service/src/routes.ts'

type Named = readonly [name: string, schema: unknown]

function problemsOf(schemas: readonly Named[]): string[] {
  return schemas.flatMap(([name, schema]) =>
    model.schemaProblems(schema, { isOurs: true }).map(({ path, message }) => `${name}${path} ${message}`),
  )
}

function named(prefix: string, schemas: Readonly<Record<string, unknown>>): Named[] {
  return Object.entries(schemas).flatMap(([key, schema]) =>
    schema === undefined ? [] : [[`${prefix} ${key}`, schema] as const],
  )
}

describe('schemas of ours have only keywords that are checked or known to demand nothing', () => {
  test('of routes', async () => {
    const schemas = (await loadRoutes()).flatMap(({ route: { operation, params, query, body, reply } }) => [
      ...named(operation, { params, query, body, reply: reply.schema }),
      ...named(operation, { ...reply.events, ...reply.messages }),
    ])
    expect(schemas.length).toBeGreaterThan(200)
    expect(problemsOf(schemas)).toEqual([])
  })

  test('of node types', async () => {
    const schemas = (await loadBuiltInNodes()).flatMap(({ id, config, inputs, outputs }) => [
      ...named(id, { config }),
      ...Object.values({ ...inputs, ...outputs }).flatMap(({ schema }) => named(id, { port: schema })),
    ])
    expect(schemas.length).toBeGreaterThan(60)
    expect(problemsOf(schemas)).toEqual([])
  })

  test('of MCP tools', () => {
    const schemas = OWN_TOOLS.map(({ name, parameters }): Named => [name, parameters])
    expect(schemas.length).toBeGreaterThan(5)
    expect(problemsOf(schemas)).toEqual([])
  })

  test('of the model', () => {
    const schemas = Object.entries<unknown>(model).filter(
      ([, value]) => model.isObject(value) && (typeof value.type === 'string' || Array.isArray(value.anyOf)),
    )
    expect(schemas.length).toBeGreaterThan(20)
    expect(problemsOf(schemas)).toEqual([])
  })
})
