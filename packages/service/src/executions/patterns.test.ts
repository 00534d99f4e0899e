/** Regular expressions of workflows never run on the main thread. */
import { expect, test } from 'vitest'
import { Client, edge, jobOf, node } from './testing/client.ts'

/** Takes exponential time: a text of 34 letters takes minutes on any machine. */
const pattern = '^(a+)+$'

test('a validator with an expensive pattern leaves the main thread free until its time is over', {
  timeout: 120_000,
}, async () => {
  await using client = await Client.open()
  const texts = Array.from({ length: 12 }, (_, at) => `${'a'.repeat(34)}!${at}`)
  const workflow = {
    nodes: [
      node('texts', 'code', { source: `return ${JSON.stringify(texts)}` }),
      node('check', 'json_validator', { jsonSchema: { type: 'array', items: { type: 'string', pattern } } }),
    ],
    edges: [edge('texts:result', 'check:data')],
  }
  const { executions, completions } = client.service.services
  const stored = await client.store(workflow)
  // Counted instead of timed: a machine that stands still for seconds must not fail this test.
  let turns = 0
  const counter = setInterval(() => turns++, 50)
  const id = await client.start(stored)
  const { status } = (await executions.known(id)).state
  if (status === 'running') await completions.wait(id).state
  clearInterval(counter)
  expect(turns).toBeGreaterThan(20)
  // All texts share one time limit.
  expect(jobOf(await client.detail(id), 'check')).toMatchObject({ status: 'failed', error_code: 'TIMED_OUT' })
})
