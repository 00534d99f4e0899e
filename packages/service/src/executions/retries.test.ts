/** The view of a step that succeeded after a retry. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Client, jobOf, node } from './testing/client.ts'

/** A node that fails the given number of times with a retryable error. */
const SHAKY = `let tries = 0
export default { id: 'shaky', version: '1.0.0', name: 'Shaky', description: 'Fails first.', category: 'logic',
  icon: 'mdi:help', tags: [], inputs: {}, outputs: { value: { dataType: 'mixed' } },
  config: { type: 'object', properties: { failures: { type: 'number' } } },
  run: async ({ config }) => {
    if (tries++ < config.failures) throw Object.assign(new Error('The line is busy.'), { code: 'BUSY', retryable: true })
    return { value: 'through' }
  } }`

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'millrace-retries-'))
  writeFileSync(join(made, 'shaky.js'), SHAKY)
  return made
}

const shaky = (failures: number) => ({
  nodes: [node('a', 'shaky', { failures }, { 'millrace:retry': { maxAttempts: 2, delayMs: 1 } })],
  edges: [],
})

test('the error of a retried attempt stays in the log but not on the job', async () => {
  await using client = await Client.open('--nodes', folder())
  const detail = await client.run(shaky(1))
  expect(detail.status).toBe('completed')
  const job = jobOf(detail, 'a')
  expect(job).toMatchObject({ status: 'completed', attempt: 2 })
  expect(job).not.toHaveProperty('error_message')
  expect(job).not.toHaveProperty('error_code')
  expect(detail.node_statuses.a).not.toHaveProperty('error')
  const lines = await client.logs(detail.id, '?level=warning')
  expect(lines).toMatchObject([
    { node_id: 'a', message: expect.stringMatching(/^Attempt 1 failed .*The line is busy/) },
  ])
})

test('the error of the last attempt stays on the job', async () => {
  await using client = await Client.open('--nodes', folder())
  const detail = await client.run(shaky(2))
  expect(detail.status).toBe('failed')
  expect(jobOf(detail, 'a')).toMatchObject({ status: 'failed', attempt: 2, error_message: 'The line is busy.' })
  expect(detail.node_statuses.a?.error).toBe('The line is busy.')
})

test('watchers receive the error until the retry succeeds, not after', async () => {
  await using client = await Client.open('--nodes', folder())
  const { id } = await client.run(shaky(1))
  const { pipelineUpdates, executions } = client.service.services
  const seen: unknown[] = []
  const signal = new AbortController().signal
  for await (const told of pipelineUpdates.follow(id, { after: 0, signal, load: () => executions.known(id) })) {
    if (told === 'end') break
    for (const job of JSON.parse(told.json).jobs) seen.push([job.status, job.error_message])
  }
  expect(seen).toContainEqual(['paused', 'The line is busy.'])
  expect(seen.at(-1)).toEqual(['completed', undefined])
})

test('a job lists the waits between its attempts', async () => {
  await using client = await Client.open('--nodes', folder())
  const { started = '', completed = '', waits = [] } = jobOf(await client.run(shaky(1)), 'a')
  expect(waits).toHaveLength(1)
  const times = [started, waits[0]?.from, waits[0]?.to, completed]
  expect(times.toSorted()).toEqual(times)
  const asks = await client.run({ nodes: [node('d', 'delay', { seconds: 1 })], edges: [] })
  expect(jobOf(asks, 'd').waits).toMatchObject([{ from: expect.any(String), to: expect.any(String) }])
  const quick = await client.run({ nodes: [node('t', 'text_input')], edges: [] })
  expect(jobOf(quick, 't')).not.toHaveProperty('waits')
})
