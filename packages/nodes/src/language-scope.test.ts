/** The editor previews expressions and templates over the data that `run` evaluates them over. */
import { defaultsOf, isObject, languageData, languageScope, type NodeDefinition, variantOf } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { loadBuiltInNodes } from './load-nodes.ts'
import { runExample } from './testing/run-example.ts'

const definitions = await loadBuiltInNodes()

interface Evaluated {
  readonly text: string
  readonly data: unknown
}

/** The texts that an example evaluates, each with its data. */
async function evaluatedIn(definition: NodeDefinition, example: Parameters<typeof runExample>[1]) {
  const seen: Evaluated[] = []
  const effects = {
    async expression(text: string, data: unknown) {
      seen.push({ text, data })
      return false
    },
    async template(text: string, data: unknown) {
      seen.push({ text, data })
      return { text: '', missing: [] }
    },
  }
  await Promise.resolve(runExample(definition, example, { effects })).catch(() => undefined)
  return seen
}

/** The scopes of the texts in a config, by text. */
function scopesIn(schema: unknown, value: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>()
  if (!isObject(schema)) return found
  if (typeof value === 'string' && (schema.format === 'expression' || schema.format === 'template')) {
    return found.set(value, schema['x-scope'])
  }
  const parts: [unknown, unknown][] = Array.isArray(value)
    ? value.map((one) => [schema.items, one])
    : isObject(value)
      ? Object.keys(fieldsOf(schema)).map((key) => [variantOf(fieldsOf(schema), key, value), value[key]])
      : []
  for (const [part, inner] of parts) for (const [text, scope] of scopesIn(part, inner)) found.set(text, scope)
  return found
}

function fieldsOf({ properties }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isObject(properties) ? properties : {}
}

const cases = definitions.flatMap((definition) =>
  (definition.examples ?? []).flatMap((example) => {
    const config = { ...defaultsOf(definition.config), ...example.config }
    const scopes = scopesIn(definition.config, config)
    return scopes.size === 0 ? [] : [{ id: definition.id, title: example.title, definition, example, config, scopes }]
  }),
)
const compared = new Set<string>()

test.each(cases)('$id: $title', async ({ id, definition, example, config, scopes }) => {
  const seen = await evaluatedIn(definition, example)
  for (const [text, keyword] of scopes) {
    const scope = languageScope(keyword)
    if (scope === undefined) throw new Error(`no x-scope for ${text}`)
    const used = seen.find((one) => one.text === text)
    if (used === undefined) continue
    compared.add(id)
    expect(languageData(scope, example.inputs ?? {}, config)).toEqual({ data: used.data })
  }
})

test('the examples evaluate texts of every type that has them', () => {
  expect([...compared].sort()).toEqual([...new Set(cases.map(({ id }) => id))].sort())
  expect(compared.size).toBeGreaterThanOrEqual(7)
})

describe('without a value', () => {
  test.each([
    [{ kind: 'value', port: 'data' }],
    [{ kind: 'fields', port: 'data' }],
    [{ kind: 'item', port: 'data' }],
    [{ kind: 'round', port: 'data' }],
  ] as const)('%j has no data', (scope) => {
    expect(languageData(scope, {}, {})).toBeUndefined()
    if (scope.kind === 'item') expect(languageData(scope, { data: [] }, {})).toBeUndefined()
  })
})
