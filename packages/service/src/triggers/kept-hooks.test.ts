/** Repeated calls of a webhook read nothing from the database, and every change of its workflow applies to the next call. */
import type { Workflow } from '@millrace/model'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Client, edge, node } from '../executions/testing/client.ts'

let client: Client
beforeEach(async () => {
  client = await Client.open()
})
afterEach(() => client[Symbol.asyncDispose]())

/** A webhook that answers with a text, so that a reply shows which version ran. */
const answering = (answer: string, path = 'live') => ({
  nodes: [
    node('in', 'webhook_trigger', { path, respond: 'finished' }),
    node('text', 'text_input', { defaultValue: answer }),
    node('out', 'output', { name: 'answer' }),
  ],
  edges: [edge('in:trigger', 'text:trigger'), edge('text:text', 'out:value')],
})

const create = async (body: object, name = 'Flow') =>
  (await client.call<Workflow>('POST', '/workflows', { name, ...body })).data
const save = (id: string, body: object) => client.call<Workflow>('PUT', `/workflows/${id}`, body)

/** Two calls: the second may be answered with what the first one has read. */
async function calls(path = 'live') {
  const answers = []
  for (let at = 0; at < 2; at++) {
    const answer = await client.service.app.inject({ method: 'POST', url: `/api/v1/hooks/${path}`, payload: {} })
    const { data, code } = answer.json<{ data?: { outputs?: { answer?: string } }; code?: string }>()
    answers.push(data?.outputs?.answer ?? code)
  }
  expect(answers[1]).toBe(answers[0])
  return answers[0]
}

test('repeated calls read neither the webhook nor the workflow again', async () => {
  await create(answering('one'))
  await calls()
  const { triggers, workflows } = client.service.services.store
  const reads = [vi.spyOn(triggers, 'webhooks'), vi.spyOn(workflows, 'get'), vi.spyOn(workflows, 'version')]
  expect(await calls()).toBe('one')
  expect(reads.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
})

test('a save, a new path and a deletion apply to the next call', async () => {
  const flow = await create(answering('one'))
  expect(await calls()).toBe('one')
  await save(flow.id, answering('two'))
  expect(await calls()).toBe('two')
  await save(flow.id, answering('two', 'moved'))
  expect([await calls(), await calls('moved')]).toEqual(['NOT_FOUND', 'two'])
  await client.call('DELETE', `/workflows/${flow.id}`)
  expect(await calls('moved')).toBe('NOT_FOUND')
  await create(answering('three', 'moved'), 'Another')
  expect(await calls('moved')).toBe('three')
})

test('publishing, deactivating and restoring apply to the next call', async () => {
  const flow = await create({ ...answering('one'), config: { publish: 'manual' } })
  expect(await calls()).toBe('NOT_PUBLISHED')
  await client.call('POST', `/workflows/${flow.id}/publish`)
  expect(await calls()).toBe('one')
  await save(flow.id, answering('two'))
  expect(await calls()).toBe('one')
  await client.call('POST', `/workflows/${flow.id}/publish`)
  expect(await calls()).toBe('two')
  await save(flow.id, { config: { publish: 'manual', active: false } })
  expect(await calls()).toBe('WORKFLOW_INACTIVE')
  await save(flow.id, { config: { publish: 'saved' } })
  expect(await calls()).toBe('two')
  const { body } = await client.call<{ data: { revision: number }[] }>('GET', `/workflows/${flow.id}/versions`)
  const oldest = Math.min(...body.data.map(({ revision }) => revision))
  expect((await client.call('POST', `/workflows/${flow.id}/versions/${oldest}/restore`)).status).toBe(200)
  expect(await calls()).toBe('one')
})

test('repeated reads of a workflow and of an execution read no row, and see changes and deletions', async () => {
  const flow = await create(answering('one'))
  const read = async (path: string) => (await client.call<Workflow>('GET', path)).status
  const execution = (await client.call<{ execution_id: string }>('POST', `/workflows/${flow.id}/execute`, {})).data
  await client.untilOver(execution.execution_id)
  const paths = [`/workflows/${flow.id}`, `/pipelines/${execution.execution_id}`]
  for (const path of paths) expect(await read(path)).toBe(200)
  const { workflows, executions } = client.service.services.store
  const reads = [vi.spyOn(workflows, 'current'), vi.spyOn(executions, 'get')]
  for (const path of paths) expect(await read(path)).toBe(200)
  expect(reads.map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  await save(flow.id, { name: 'Renamed' })
  expect((await client.call<Workflow>('GET', `/workflows/${flow.id}`)).data.name).toBe('Renamed')
  await client.call('DELETE', `/workflows/${flow.id}`)
  for (const path of paths) expect(await read(path)).toBe(404)
})
