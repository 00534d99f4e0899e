/** Warnings about the settings of a whole workflow, in replies to saves and to checks. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { node } from '../triggers/testing/hooked-workflow.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
  await send('POST', '/projects', { name: 'Sales' })
})
afterAll(() => service[Symbol.asyncDispose]())

interface Reply {
  readonly data: { readonly id: string; readonly warnings: string[]; readonly problems: { code: string }[] }
  readonly warnings: string[]
}

async function send(method: 'POST' | 'PUT', path: string, payload: object): Promise<Reply> {
  const answer = await service.app.inject({ method, url: `/api/v1${path}`, headers: service.as('admin'), payload })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json<Reply>()
}

const create = (name: string, nodes: readonly object[], config: object = {}, project = 'default') =>
  send('POST', `/workflows?project=${project}`, { name, nodes, edges: [], config })
const trigger = node('on', 'error_trigger', {})

/** What a save and a check of the same document warn of. */
async function warningsOf(config: object): Promise<readonly string[]> {
  const { data, warnings } = await create('Watched', [], config)
  const checked = await send('POST', '/workflows/validate', { id: data.id, name: 'Watched', nodes: [], config })
  expect(checked.data.warnings).toEqual(warnings)
  expect((await send('PUT', `/workflows/${data.id}`, { name: 'Renamed' })).warnings).toEqual(warnings)
  return warnings
}

test('a save is accepted and warns of settings that are not understood', async () => {
  expect(await warningsOf({ publish: 'manually', active: 'no', error_workflow: 7 })).toEqual([
    'The setting "publish" of the workflow must be "manual" or "automatic", is "manually": every save is live',
    'The setting "active" of the workflow must be true or false, is "no": the workflow is active',
    'The setting "error_workflow" must be the id or machine name of a workflow, or false, is 7: the default counts',
  ])
  expect(await warningsOf({ publish: 'automatic', active: true, error_workflow: false })).toEqual([])
})

test('a save warns of an error workflow that would not run, and not of one that would', async () => {
  await create('Alarm', [trigger])
  await create('Plain', [])
  await create('Inactive', [trigger], { active: false })
  await create('Unpublished', [trigger], { publish: 'manual' })
  const other = await create('Of sales', [trigger], {}, 'sales')
  const warning = async (error_workflow: string) => await warningsOf({ error_workflow })
  expect(await warning('alarm')).toEqual([])
  expect(await warning('nowhere')).toEqual(['The error workflow "nowhere" does not exist in this project'])
  const { id } = other.data
  expect(await warning(id)).toEqual([`The error workflow "${id}" does not exist in this project`])
  expect(await warning('plain')).toEqual(['The error workflow "plain" has no error trigger, so it never runs'])
  expect(await warning('inactive')).toEqual(['The error workflow "inactive" is not active, so it never runs'])
  expect(await warning('unpublished')).toEqual(['The error workflow "unpublished" has no published version'])
})

test('a save warns of a workflow that is its own error workflow, also of a new one', async () => {
  const own = 'The workflow is its own error workflow, so nothing runs when it fails'
  const created = await create('Circle', [trigger], { error_workflow: 'circle' })
  expect(created.warnings).toEqual([own])
  const { id } = created.data
  expect((await send('PUT', `/workflows/${id}`, { config: { error_workflow: id } })).warnings).toEqual([own])
  expect((await send('PUT', `/workflows/${id}`, { config: {} })).warnings).toEqual([])
})
