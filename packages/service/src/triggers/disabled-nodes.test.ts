/** Disabled nodes in the service: triggers that do not start anything, and executions that pass over them. */
import type { PipelineDetail } from '@millrace/model'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { drawn, edge, node } from './testing/hooked-workflow.ts'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

async function ask(method: 'POST' | 'PUT', path: string, payload: object) {
  const url = `/api/v1/workflows${path}`
  const answer = await service.app.inject({ method, url, headers: service.as('editor'), payload })
  expect(answer.statusCode).toBeLessThan(300)
  return answer.json()
}

const call = (path: string) => service.app.inject({ method: 'POST', url: `/api/v1/hooks/${path}`, payload: { n: 1 } })

/** A drawn workflow in which some nodes are disabled. */
function without<W extends { readonly nodes: readonly object[] }>(workflow: W, ...disabled: readonly string[]) {
  const nodes = workflow.nodes.map((given) => {
    const one = given as { readonly id: string; readonly data: object }
    const extensions = { 'millrace:disabled': { disabled: true } }
    return disabled.includes(one.id) ? { ...one, data: { ...one.data, extensions } } : one
  })
  return { ...workflow, nodes }
}

test('a disabled webhook is not found, and a disabled schedule is not scheduled', async () => {
  const both = {
    nodes: [...drawn({ path: 'x' }).nodes, node('tick', 'schedule_trigger', { cron: '@daily' })],
    edges: drawn({ path: 'x' }).edges,
  }
  const { data } = await ask('POST', '', { name: 'A', ...without(both, 'in', 'tick') })
  expect((await call('x')).statusCode).toBe(404)
  expect(await service.services.store.triggers.ofWorkflow(data.id)).toEqual([])
  await ask('PUT', `/${data.id}`, both)
  expect((await call('x')).statusCode).toBe(202)
})

test('a save does not warn of a disabled trigger without settings', async () => {
  const empty = { nodes: [node('in', 'webhook_trigger', {})], edges: [] }
  const { message } = await ask('POST', '', { name: 'A', ...without(empty, 'in') })
  expect(message).toBe('Workflow created')
})

test('an execution passes over a disabled node, which has no step', async () => {
  await ask('POST', '', { name: 'A', ...without(drawn({ path: 'x', respond: 'finished' }), 'wait') })
  const { data } = (await call('x')).json()
  expect(data.outputs).toEqual({ answer: { n: 1 } })
  const url = `/api/v1/pipelines/${data.execution_id}`
  const answer = await service.app.inject({ url, headers: service.as('viewer') })
  const { jobs, node_statuses, status } = answer.json<PipelineDetail>()
  expect(status).toBe('completed')
  expect(jobs.map((job) => job.node_id)).toEqual(['in', 'out'])
  expect(Object.keys(node_statuses)).toEqual(['in', 'out'])
})

test('a required input behind a disabled node without its value prevents a start', async () => {
  const lost = {
    nodes: [node('now', 'date_time', {}), node('out', 'output', { name: 'at' })],
    edges: [edge('now:iso', 'out:value')],
  }
  const { data } = await ask('POST', '', { name: 'A', ...without(lost, 'now') })
  const url = `/api/v1/workflows/${data.id}/execute`
  const answer = await service.app.inject({ method: 'POST', url, headers: service.as('editor'), payload: {} })
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain('Node \\"now\\" is disabled, so input \\"value\\" of node \\"out\\" gets no value')
})
