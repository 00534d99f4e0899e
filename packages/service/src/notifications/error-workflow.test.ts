import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionItem } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Drawing, edge, node } from '../executions/testing/client.ts'
import { failing, Receiver } from './testing/receiver.ts'

let receiver: Receiver

beforeAll(async () => {
  receiver = await Receiver.open('--public-url', 'https://flows.example')
  for (const name of ['Sales', 'Quiet']) await receiver.client.call('POST', '/projects', { name }, 'admin')
})
afterAll(() => receiver[Symbol.asyncDispose]())

const handler = {
  nodes: [node('failed', 'error_trigger'), node('out', 'output', { name: 'error' })],
  edges: [edge('failed:failure', 'out:value')],
}
const brokenHandler = {
  nodes: [node('failed', 'error_trigger'), node('broken', 'fail')],
  edges: [edge('failed:message', 'broken:reason')],
}

/** The executions of a workflow, after everything that is due has been sent and has ended. */
async function runsOf(workflow: string): Promise<readonly ExecutionItem[]> {
  await receiver.pass()
  const { data } = await receiver.client.call<ExecutionItem[]>('GET', `/executions?workflow_id=${workflow}`)
  for (const { id } of data) await receiver.client.untilOver(id)
  return data
}

const setDefault = (workflow: string | null, query = '') =>
  receiver.client.call('PUT', `/error-workflow${query}`, { workflow }, 'admin')
const failsWith = (error_workflow: unknown) => ({ ...failing, config: { error_workflow } })

interface Stored {
  readonly id: string
  readonly machineName: string
}

async function storedIn(project: string, drawing: Drawing, name: string): Promise<Stored> {
  const body = { name, ...drawing }
  const { status, data } = await receiver.client.call<Stored>('POST', `/workflows?project=${project}`, body, 'admin')
  expect(status).toBe(201)
  return data
}

/** Starts a workflow that fails, and returns the id of its execution. */
async function failsIn(project: string, drawing = failing): Promise<string> {
  const { id } = await storedIn(project, drawing, 'Fails')
  return (await receiver.client.untilOver(await receiver.client.start(id))).id
}

async function closing<T>(opened: Receiver, work: (receiver: Receiver) => Promise<T>): Promise<T> {
  await using receiver = opened
  return await work(receiver)
}

describe('the error workflow', () => {
  test('runs once when an execution fails, with the failure as its input', async () => {
    const target = await receiver.client.store(handler, 'Alarm')
    const { id, workflow_id } = await receiver.client.run(failsWith(target))
    const [run, ...others] = await runsOf(target)
    expect(others).toEqual([])
    await receiver.pass()
    expect(await runsOf(target)).toHaveLength(1)
    expect(run).toMatchObject({ trigger: 'error', started_by: 'Failure of A workflow', started_by_id: id })
    const { outputs } = await receiver.client.detail(run?.id ?? '')
    expect(outputs).toEqual({
      error: {
        ...{ execution_id: id, execution_url: `https://flows.example/#/executions/${id}` },
        ...{ workflow_id, workflow_name: 'A workflow', node_id: 'stock', node_name: 'stock' },
        ...{ code: 'NO_STOCK', message: 'There is no stock left.', attempt: 1 },
        ...{ trigger: 'manual', started_by: 'editor token', failed_at: expect.any(String) },
      },
    })
  })

  test('is started once if the process ends before the start is recorded', async () => {
    const target = await receiver.client.store(handler, 'Alarm')
    const { id } = await receiver.client.run(failsWith(target))
    await runsOf(target)
    // As after a crash between the start and the record of it: the outbox still has the failure.
    const path = '/subscriptions/error-workflow/deliveries'
    const { data } = await receiver.client.call<{ id: string; subjectId: string }[]>('GET', path, undefined, 'admin')
    const delivery = data.find(({ subjectId }) => subjectId === id)
    const replayed = await receiver.client.call('POST', `${path}/${delivery?.id}/replay`, undefined, 'admin')
    expect(replayed.data).toMatchObject({ status: 'pending' })
    expect(await runsOf(target)).toHaveLength(1)
  })

  test('is started after a restart if the process ended before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-outbox-'))
    const database = ['--database', join(folder, 'millrace.db')]
    const failed = await closing(await Receiver.open(...database), async ({ client }) => {
      const target = await client.store(handler, 'Alarm')
      return { target, ...(await client.run(failsWith(target))) }
    })
    await closing(await Receiver.open(...database), async (again) => {
      await again.pass()
      const path = `/executions?workflow_id=${failed.target}`
      const { data } = await again.client.call<ExecutionItem[]>('GET', path)
      expect(data.map(({ started_by_id }) => started_by_id)).toEqual([failed.id])
    })
    rmSync(folder, { recursive: true })
  })

  test('does not start itself or another one when it fails', async () => {
    const target = await receiver.client.store(brokenHandler, 'Broken alarm')
    await setDefault(target)
    await receiver.client.run(failing)
    const [run] = await runsOf(target)
    expect((await receiver.client.detail(run?.id ?? '')).status).toBe('failed')
    expect(await runsOf(target)).toHaveLength(1)
    await receiver.client.untilOver(await receiver.client.start(target))
    expect(await runsOf(target)).toHaveLength(2)
    await setDefault(null)
  })

  test('is the default unless the workflow names another one or none', async () => {
    const [usual, own] = [await receiver.client.store(handler, 'Usual'), await receiver.client.store(handler, 'Own')]
    expect((await setDefault(usual)).data).toEqual({ workflow: usual })
    await receiver.client.run(failing)
    await receiver.client.run(failsWith(own))
    await receiver.client.run(failsWith(false))
    expect([(await runsOf(usual)).length, (await runsOf(own)).length]).toEqual([1, 1])
    expect((await receiver.client.call('GET', '/error-workflow')).data).toEqual({ workflow: usual })
    expect((await setDefault('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    await setDefault(null)
  })

  test('is not started for a cancelled execution, nor for a sub-workflow whose caller fails too', async () => {
    const target = await receiver.client.store(handler, 'Alarm')
    const child = await receiver.client.store(failsWith(target), 'Child')
    const caller = { nodes: [node('call', 'sub_workflow', { workflow: child, wait: true })], edges: [] }
    const { id } = await receiver.client.run({ ...caller, config: { error_workflow: target } })
    const runs = await runsOf(target)
    expect(runs.map(({ started_by_id }) => started_by_id)).toEqual([id])
    const waits = { nodes: [node('wait', 'gate')], edges: [], config: { error_workflow: target } }
    const stopped = await receiver.client.start(await receiver.client.store(waits))
    await receiver.client.until(() => receiver.client.closedGates > 0)
    await receiver.client.call('POST', `/executions/${stopped}/cancel`)
    await receiver.client.untilOver(stopped)
    expect(await runsOf(target)).toHaveLength(1)
  })

  test('that cannot start is reported and can be started later', async () => {
    const target = await receiver.client.store({ nodes: [node('t', 'text_input')], edges: [] }, 'No trigger')
    const { id } = await receiver.client.run(failsWith(target))
    await receiver.pass()
    const path = '/subscriptions/error-workflow/deliveries'
    const { data } = await receiver.client.call<{ id: string; subjectId: string }[]>('GET', path, undefined, 'admin')
    const failed = data.find(({ subjectId }) => subjectId === id)
    expect(failed).toMatchObject({ status: 'failed', error: 'The workflow "No trigger" has no error trigger.' })
    await receiver.client.call('PUT', `/workflows/${target}`, { ...handler, name: 'Alarm' })
    await receiver.client.call('POST', `${path}/${failed?.id}/replay`, undefined, 'admin')
    expect(await runsOf(target)).toHaveLength(1)
  })

  test('is the default of the project of the workflow that fails', async () => {
    const usual = await storedIn('default', handler, 'Usual')
    const ofSales = await storedIn('sales', handler, 'Alarm of sales')
    expect((await setDefault(usual.id)).status).toBe(200)
    expect((await setDefault(ofSales.id, '?project=sales')).status).toBe(200)
    const inSales = await failsIn('sales')
    const inDefault = await failsIn('default')
    // A project without a default has no error workflow.
    await failsIn('quiet')
    const starters = async ({ id }: Stored) => (await runsOf(id)).map(({ started_by_id }) => started_by_id)
    expect([await starters(ofSales), await starters(usual)]).toEqual([[inSales], [inDefault]])
    await setDefault(null)
    await setDefault(null, '?project=sales')
  })

  test.each([
    ['sales', 'default'],
    ['default', 'sales'],
  ])('of the project %s is not started for a workflow of the project %s that names it', async (other, project) => {
    const target = await storedIn(other, handler, `Alarm of ${other}`)
    for (const named of [target.id, target.machineName]) {
      const id = await failsIn(project, failsWith(named))
      expect(await runsOf(target.id)).toEqual([])
      const delivery = (await receiver.deliveries('error-workflow')).find(({ subjectId }) => subjectId === id)
      expect(delivery).toMatchObject({ status: 'failed', error: 'The error workflow is in another project.' })
    }
  })
})
