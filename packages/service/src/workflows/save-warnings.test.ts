/** The reply to a save warns of parts that will not work. */
import type { Workflow } from '@millrace/model'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { node } from '../triggers/testing/hooked-workflow.ts'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

async function send(method: 'POST' | 'PUT', path: string, payload: object) {
  const answer = await service.app.inject({ method, url: `/api/v1${path}`, headers: service.as('editor'), payload })
  return answer.json<{ data: Workflow; message: string; warnings: string[] }>()
}

const schedule = (config: object) => node('s', 'schedule_trigger', { cron: '0 8 * * *', ...config })
const webhook = (config: object) => node('w', 'webhook_trigger', { path: 'orders', ...config })

const cases: readonly (readonly [what: string, node: object, warning: string])[] = [
  [
    'an unknown time zone',
    schedule({ timezone: 'Europe/Atlantis' }),
    'Node "s": "timezone" is not understood: there is no such time zone. It starts nothing until this is corrected',
  ],
  [
    'times that are none',
    schedule({ cron: '99 * * * *' }),
    expect.stringMatching(/^Node "s": "cron" is not understood: .*It starts nothing until this is corrected$/),
  ],
  [
    'an unknown setting',
    node('d', 'delay', { seconds: 1, duration: 5 }),
    'Node "d" has the setting "duration", which its type does not know',
  ],
  [
    'a schema with a demand that nothing checks',
    node('s', 'start', { schema: { properties: { a: { unevaluatedItems: false } } } }),
    'Node "s": the schema at "schema/properties/a" uses "unevaluatedItems", which is not supported',
  ],
  ['an unknown node type', node('x', 'made_up', {}), 'Node "x" has the type "made_up", which is not in the catalogue'],
  [
    'a trigger without a path',
    webhook({ path: '' }),
    expect.stringMatching(/^Node "w" needs a value for .*It starts nothing until this is corrected$/),
  ],
  [
    'a trigger with a setting that does not fit',
    webhook({ auth: 'header' }),
    expect.stringMatching(/^Node "w": "auth" must be one of .*It starts nothing until this is corrected$/),
  ],
  [
    'a webhook without the secret that it wants',
    webhook({ auth: 'token' }),
    'Node "w" refuses every call: it has no secret',
  ],
]

describe('the reply to a save', () => {
  test.each(cases)('warns of %s', async (_, drawn, warning) => {
    const body = { name: 'Warned', nodes: [drawn], edges: [] }
    const created = await send('POST', '/workflows', body)
    expect(created.warnings).toContainEqual(warning)
    expect((await send('PUT', `/workflows/${created.data.id}`, body)).warnings).toEqual(created.warnings)
    expect((await send('PUT', `/workflows/${created.data.id}`, { name: 'Again' })).warnings).toEqual(created.warnings)
    const restored = await send('POST', `/workflows/${created.data.id}/versions/1/restore`, {})
    expect(restored.warnings).toEqual(created.warnings)
    expect((await send('POST', '/workflows/import', body)).warnings).toContainEqual(warning)
  })

  test('warns of a path that belongs to another workflow', async () => {
    await send('POST', '/workflows', { name: 'First', nodes: [webhook({})], edges: [] })
    const second = await send('POST', '/workflows', { name: 'Second', nodes: [webhook({})], edges: [] })
    expect(second.warnings).toEqual(['The webhook path "orders" belongs to the workflow "first".'])
  })

  test('warns of triggers that are inactive after an import until the workflow is saved', async () => {
    const body = { name: 'Imported', nodes: [schedule({}), webhook({})], edges: [] }
    const imported = await send('POST', '/workflows/import', body)
    expect(imported.warnings).toEqual([
      'Node "s" starts nothing until the imported workflow is saved',
      'Node "w" starts nothing until the imported workflow is saved',
    ])
    expect((await send('PUT', `/workflows/${imported.data.id}`, body)).warnings).toEqual([])
  })

  test('has no warnings for a valid workflow, and at most one hundred', async () => {
    const good = [schedule({ timezone: 'Europe/Berlin' }), webhook({ auth: 'token', secret: 'a long enough secret' })]
    const fine = await send('POST', '/workflows', { name: 'Fine', nodes: good, edges: [] })
    expect(fine.warnings).toEqual([])
    const many = Array.from({ length: 500 }, (_, at) => node(`d${at}`, 'delay', { duration: at }))
    const { warnings } = await send('POST', '/workflows', { name: 'Many', nodes: many, edges: [] })
    expect(warnings).toHaveLength(101)
    expect(warnings.at(-1)).toBe('There is more: validate the workflow to see everything')
  })
})
