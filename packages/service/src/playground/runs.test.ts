/** The list of executions of a session. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../executions/testing/client.ts'
import { gated, type MessageBody, shout, Talk } from './testing/talk.ts'

let talk: Talk
beforeAll(async () => {
  talk = await Talk.open()
})
afterAll(() => talk[Symbol.asyncDispose]())

describe('runs', () => {
  interface Runs {
    workflowVersion: null
    runs: { id: string; status: string; startedAt: string; completedAt?: string }[]
  }
  const runsOf = (client: Client, id: string, query = '') => client.call<Runs>('GET', `/sessions/${id}/runs${query}`)

  test('are listed oldest first with their results', async () => {
    await using own = await Talk.open()
    const { id } = await own.begin(gated)
    expect((await runsOf(own.client, id)).data).toEqual({ workflowVersion: null, runs: [] })
    const sent: MessageBody[] = []
    const next = async () => {
      sent.push((await own.send(id, 'x')).data)
      await own.client.until(() => own.client.closedGates > 0)
    }
    await next()
    await own.client.openGate()
    await own.until(id, 'idle')
    await next()
    await own.client.call('POST', `/sessions/${id}/stop`)
    await own.client.openGate()
    await next()
    const { status, data } = await runsOf(own.client, id)
    expect(status).toBe(200)
    expect(data.runs.map((run) => [run.id, run.status, run.completedAt !== undefined])).toEqual([
      [sent[0]?.executionId, 'completed', true],
      [sent[1]?.executionId, 'cancelled', true],
      [sent[2]?.executionId, 'running', false],
    ])
    expect((await runsOf(own.client, id, '?limit=2')).data.runs).toEqual(data.runs.slice(1))
    for (const query of ['limit=0', 'limit=101', 'limit=x']) {
      expect((await runsOf(own.client, id, `?${query}`)).status).toBe(400)
    }
  })

  test('have the status unknown after they were pruned', async () => {
    const { id } = await talk.begin(shout)
    const [sent] = await talk.say(id, 'hello')
    await talk.client.service.services.store.executions.remove([String(sent?.executionId)])
    expect((await runsOf(talk.client, id)).data.runs).toMatchObject([{ id: sent?.executionId, status: 'unknown' }])
    expect((await talk.page(id)).data).toHaveLength(3)
  })
})
