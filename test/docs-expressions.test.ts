/** The examples of docs/how-to/expressions.md, run against a service. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, type Drawing, jobOf } from '../packages/service/src/executions/testing/client.ts'
import { fencesRunBy } from './fences.ts'

const PAGE = 'docs/how-to/expressions.md'

let client: Client
beforeAll(async () => {
  client = await Client.open()
})
afterAll(() => client[Symbol.asyncDispose]())

test('the workflow of docs/how-to/expressions.md runs and shows its resolved settings', async () => {
  const title = 'the workflow of docs/how-to/expressions.md runs and shows its resolved settings'
  const [text = ''] = fencesRunBy(PAGE, title)
  const detail = await client.run(JSON.parse(text) as Drawing)
  expect(jobOf(detail, 'log')).toMatchObject({
    settings: { defaultValue: 'Order 7 of Ada' },
    output_data: { text: 'Order 7 of Ada' },
  })
})

test('every example of docs/how-to/expressions.md has the value that it shows', async () => {
  const title = 'every example of docs/how-to/expressions.md has the value that it shows'
  const [text = ''] = fencesRunBy(PAGE, title)
  const inputs = { body: { id: 7, tags: ['a', 'b'] } }
  for (const [expression, value] of Object.entries(JSON.parse(text))) {
    const { data } = await client.call('POST', '/expressions/preview', { text: expression, scope: { inputs } })
    expect({ [expression]: data }).toEqual({ [expression]: { value } })
  }
})
