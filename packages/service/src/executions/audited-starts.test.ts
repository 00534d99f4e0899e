/** Starts without a person have no entry in the audit log: their executions name what started them. */
import type { ExecutionItem } from '@millrace/model'
import { expect, test } from 'vitest'
import { Client, type Drawing, echo, edge, node } from './testing/client.ts'

const hooked: Drawing = {
  nodes: [node('in', 'webhook_trigger', { path: 'called', auth: 'none' }), node('out', 'output', { name: 'body' })],
  edges: [edge('in:body', 'out:value')],
}
const scheduled: Drawing = {
  nodes: [node('tick', 'schedule_trigger', { cron: '* * * * *' }), node('out', 'output', { name: 'at' })],
  edges: [edge('tick:scheduled_at', 'out:value')],
}

test('starts by tokens, webhooks, schedules and other executions are in their executions and not in the audit log', async () => {
  await using client = await Client.open()
  const { app, assembled, clock } = client.service
  const child = await client.store(echo, 'Child')
  const parent: Drawing = { nodes: [node('call', 'sub_workflow', { workflow: child })], edges: [] }
  const byToken = await client.store(parent, 'Parent')
  const byHook = await client.store(hooked, 'Hooked')
  const bySchedule = await client.store(scheduled, 'Scheduled')
  expect((await client.untilOver(await client.start(byToken))).status).toBe('completed')
  expect((await app.inject({ method: 'POST', url: '/api/v1/hooks/called' })).statusCode).toBe(202)
  clock.advance(60_000)
  await assembled.schedules.pass()
  const started = async () => (await client.call<ExecutionItem[]>('GET', '/executions?limit=50')).data
  await expect.poll(async () => (await started()).length).toBe(4)
  const rows = new Map((await started()).map((row) => [row.workflow_id, row]))
  expect([byToken, child, byHook, bySchedule].map((id) => [rows.get(id)?.trigger, rows.get(id)?.started_by])).toEqual([
    ['manual', 'editor token'],
    ['sub_workflow', 'editor token'],
    ['webhook', 'Webhook called'],
    ['schedule', 'Schedule * * * * *'],
  ])
  const { data } = await client.call<unknown[]>('GET', '/audit?action=execution.started', undefined, 'admin')
  expect(data).toEqual([])
})
