import { BUILT_IN_CATEGORIES, COMPATIBILITY_RULES, DATA_TYPES, type NodeType } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

async function get(path: string) {
  return service.app.inject({ url: `/api/v1${path}`, headers: service.as('viewer') })
}

async function idsOf(query: string): Promise<string[]> {
  return (await get(`/nodes?${query}`)).json().data.map((type: NodeType) => type.node_type_id)
}

describe('the language', () => {
  async function getIn(language: string, path: string) {
    const headers = { ...service.as('viewer'), 'accept-language': language }
    const { headers: sent, json } = await service.app.inject({ url: `/api/v1${path}`, headers })
    expect(sent.vary).toContain('Accept-Language')
    return json().data
  }

  test('of node types, categories and data types is the first accepted one that exists', async () => {
    for (const language of ['de', 'de-AT,de;q=0.9,en;q=0.8', 'fr, de;q=0.5']) {
      expect((await getIn(language, '/nodes/http_request')).name).toBe('HTTP-Anfrage')
    }
    for (const language of ['en', 'en-GB,de;q=0.5', 'fr', '*', '']) {
      expect((await getIn(language, '/nodes/http_request')).name).toBe('HTTP request')
    }
    expect(await getIn('de', '/categories')).toContainEqual(
      expect.objectContaining({ name: 'triggers', label: 'Auslöser' }),
    )
    expect((await getIn('de', '/port-config')).dataTypes).toContainEqual(
      expect.objectContaining({ id: 'number', name: 'Zahl' }),
    )
  })

  test('changes what is read, and no id, default or choice', async () => {
    const german = await getIn('de', '/nodes/http_request')
    const english = await getIn('en', '/nodes/http_request')
    expect(german.configSchema.properties.method.title).toBe('Methode')
    const values = (type: object) =>
      JSON.parse(JSON.stringify(type, (key, value) => (/^(name|title|description|label)$/.test(key) ? '' : value)))
    expect(values(german)).toEqual(values(english))
  })

  test('applies to the search', async () => {
    expect((await getIn('de', '/nodes?search=anfrage')).map((type: NodeType) => type.id)).toContain('http_request')
  })
})

describe('node types', () => {
  test('are all listed by default, because the public editor does not page', async () => {
    const answer = await get('/nodes')
    const { types } = service.services.catalogue
    expect(answer.json()).toEqual({
      success: true,
      data: [...types.values()],
      message: `Found ${types.size} node types`,
    })
    expect(answer.headers).toMatchObject({
      'x-total-count': String(types.size),
      'x-page-size': '100',
      'x-page-offset': '0',
    })
    expect(types.size).toBeLessThanOrEqual(100)
  })

  test('declare required and additionalProperties of their settings, also if none is required', async () => {
    const types: NodeType[] = (await get('/nodes')).json().data
    expect(types.some(({ configSchema }) => (configSchema.required as string[]).length === 0)).toBe(true)
    for (const { configSchema } of types) {
      expect(configSchema).toMatchObject({
        type: 'object',
        properties: expect.any(Object),
        required: expect.any(Array),
        additionalProperties: expect.any(Boolean),
      })
    }
  })

  test('are paged', async () => {
    const all = await idsOf('')
    const answer = await get('/nodes?limit=2&offset=3')
    expect(answer.json().data.map((type: NodeType) => type.id)).toEqual(all.slice(3, 5))
    expect(answer.headers).toMatchObject({
      'x-total-count': String(all.length),
      'x-page-size': '2',
      'x-page-offset': '3',
    })
    expect((await get('/nodes?offset=100000')).json().data).toEqual([])
  })

  test('are filtered by category', async () => {
    const { data } = (await get('/nodes?category=inputs')).json()
    expect(data.length).toBeGreaterThan(0)
    expect(new Set(data.map((type: NodeType) => type.category))).toEqual(new Set(['inputs']))
    expect(await idsOf('category=nonsense')).toEqual([])
    expect(await idsOf('category=')).toEqual(await idsOf(''))
  })

  test('are found by name, description or tag, case-insensitively', async () => {
    const type: NodeType = (await get('/nodes/text_input')).json().data
    for (const text of [type.name.toUpperCase(), type.description.slice(0, 20), type.tags[0] ?? '']) {
      expect(await idsOf(`search=${encodeURIComponent(text)}`), text).toContain('text_input')
    }
    expect(await idsOf('search=no%20such%20thing%20anywhere')).toEqual([])
    expect(await idsOf('search=')).toEqual(await idsOf(''))
  })

  test('can be searched within a category', async () => {
    expect(await idsOf('search=text&category=models')).not.toContain('text_input')
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=many', 'limit'],
    ['offset=-1', 'offset'],
    [`search=${'x'.repeat(101)}`, 'search'],
    [`search=${encodeURIComponent('🌊'.repeat(101))}`, 'search'],
  ])('%s is 400 and names the parameter', async (query, name) => {
    const answer = await get(`/nodes?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: name }] })
  })

  test('a search of a hundred characters is accepted, even if they have several bytes each', async () => {
    expect((await get(`/nodes?search=${encodeURIComponent('🌊'.repeat(100))}`)).statusCode).toBe(200)
  })
})

describe('one node type', () => {
  test.each(['/nodes/text_input', '/nodes/text_input/metadata'])('%s', async (path) => {
    expect((await get(path)).json()).toEqual({
      success: true,
      data: service.services.catalogue.types.get('text_input'),
      message: 'Node type found',
    })
  })

  test.each(['nonsense', '__proto__', 'constructor'])('%s is 404', async (id) => {
    const answer = await get(`/nodes/${id}`)
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { success: false, error: `There is no node type "${id}".`, code: 'NOT_FOUND' },
    ])
  })

  test('has autocomplete addresses that this service serves', async () => {
    await using moved = await testService({ flags: ['--base-path', '/flows'] })
    const answer = await moved.app.inject({ url: '/flows/nodes', headers: moved.as('viewer') })
    const urls = [...answer.body.matchAll(/"autocomplete":\{"url":"([^"]*)"/g)].map(([, url]) => String(url))
    const credentials = ['http', 'mail', 'sql', 'webhook'].map((purpose) => `credentials/${purpose}`)
    const served = ['connections', ...credentials, 'models', 'workflows']
    expect(new Set(urls)).toEqual(new Set(served.map((name) => `/flows/autocomplete/${name}`)))
    for (const url of new Set(urls)) {
      expect((await moved.app.inject({ url, headers: moved.as('viewer') })).statusCode).toBe(200)
    }
  })
})

test('the port configuration contains every data type and every rule', async () => {
  expect((await get('/port-config')).json()).toEqual({
    success: true,
    data: {
      version: '1.0.0',
      defaultDataType: 'mixed',
      dataTypes: DATA_TYPES,
      compatibilityRules: COMPATIBILITY_RULES,
    },
    message: 'Port configuration',
  })
})

test('the categories are the built-in ones, in order', async () => {
  expect((await get('/categories')).json()).toEqual({
    success: true,
    data: BUILT_IN_CATEGORIES,
    message: 'Categories found',
  })
})

describe('autocomplete', () => {
  test('of models returns a bare list of labels and values', async () => {
    expect((await get('/autocomplete/models?q=echo')).json()).toEqual([{ label: expect.any(String), value: 'echo' }])
    expect((await get('/autocomplete/models?provider=anthropic&limit=1')).json()).toHaveLength(1)
    expect((await get('/autocomplete/models?q=no%20such%20model')).json()).toEqual([])
  })

  test('of workflows matches the name and returns the id as value', async () => {
    const made = await service.app.inject({
      method: 'POST',
      url: '/api/v1/workflows',
      headers: service.as('editor'),
      payload: { name: 'Summarise mail' },
    })
    expect((await get('/autocomplete/workflows?q=mail')).json()).toEqual([
      { label: 'Summarise mail', value: made.json().data.id },
    ])
    expect((await get('/autocomplete/workflows')).json()).toHaveLength(1)
  })

  test('with a limit out of range is 400', async () => {
    expect((await get('/autocomplete/workflows?limit=0')).statusCode).toBe(400)
  })
})
