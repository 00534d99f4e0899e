/** Streams of a process that gets no messages of the others. Every test leaves fewer connections for the next one. */
import { describe, expect, test } from 'vitest'
import { asks, chain, clientOf, llm, text } from '../../../agentspec/testing/flows.ts'
import { mcpCaller } from '../../../mcp/testing/mcp-caller.ts'
import { confirmation, person, theQuestion } from '../../../people/testing/people.ts'
import { gated, type News, shout, type Talk } from '../../../playground/testing/talk.ts'
import { contents, eventsOf, isIdle, type OtherProcesses, waiting } from './other-process-contract.ts'

const stopMessages = (talk: Talk) => talk.client.service.services.store.cluster?.bus.close()
const isAnswered = (news: readonly News[]) => isIdle(news) && contents(news).some((one) => one.startsWith('assistant'))

export function pollingContract(processes: () => OtherProcesses): void {
  test('a session is followed although no message about it arrives', async () => {
    const { starts, serves, drives } = processes()
    // The others end before they can publish what they have written.
    await Promise.all([stopMessages(starts), stopMessages(drives)])
    const { id } = await starts.begin(shout)
    const following = await serves.overhear(id, { enough: isAnswered })
    expect((await starts.send(id, 'hello')).status).toBe(200)
    expect(contents(await following.heard)).toContain('assistant HELLO completed')
  })

  describe('by polling, while their process cannot listen to the others,', () => {
    test('streams of an execution and of a session continue', async () => {
      const { starts, serves } = processes()
      await stopMessages(serves)
      const id = await starts.client.start(await starts.client.store(waiting))
      const watching = serves.listen(id, { path: eventsOf(id) })
      await expect.poll(() => serves.client.service.services.pipelineUpdates.watched).toBe(1)
      const { id: session } = await starts.begin(shout)
      const following = await serves.overhear(session, { enough: isAnswered })
      expect((await starts.send(session, 'hello')).status).toBe(200)
      for (const _ of [1, 2]) await starts.client.openGate()
      expect((await watching).news.at(-1)?.event).toBe('end')
      expect(contents(await following.heard)).toContain('assistant HELLO completed')
    })

    test('a session shows each change of a turn that waits, once and in order, and ends when it is deleted', async () => {
      const { starts, serves } = processes()
      const { id } = await starts.begin(gated)
      const isRunning = (news: readonly News[]) => news.some(({ data }) => data.sessionStatus === 'running')
      const started = await serves.overhear(id, { enough: isRunning })
      const following = await serves.overhear(id, {})
      expect((await starts.send(id, 'hello')).status).toBe(200)
      expect(contents(await started.heard).join()).toContain('user hello')
      await starts.client.openGate()
      await starts.until(id, 'idle')
      expect((await serves.page(id)).data.map(({ content }) => content)).toContain('HELLO')
      const late = await serves.listen(id, { enough: isAnswered })
      expect(contents(late.news)).toContain('assistant HELLO completed')
      expect((await starts.client.call('DELETE', `/playground/sessions/${id}`)).status).toBe(200)
      const numbers = (await following.heard).filter(({ event }) => event === 'message').map((news) => news.id)
      expect(numbers).toEqual(numbers.toSorted((a = 0, b = 0) => a - b))
      expect(new Set(numbers).size).toBe(numbers.length)
    })

    test('watchers of the inbox and of the list are notified to read them again', async () => {
      const { starts, serves } = processes()
      const workflow = await starts.client.store(confirmation())
      const execution = await starts.client.start(workflow)
      const question = await theQuestion(starts.client, execution)
      const headers = serves.client.service.as('operator')
      const enough = (news: readonly News[]) => news.some(({ event }) => event === 'missed')
      const inbox = await serves.listen('', { path: '/api/v1/interrupts/events', headers, enough })
      expect(inbox.news[0]).toMatchObject({ event: 'count', data: { pending: 1 } })
      await serves.listen('', { path: '/api/v1/executions/events', enough })
      expect((await theQuestion(serves.client, execution)).id).toBe(question.id)
      expect((await serves.client.call('POST', `/interrupts/${question.id}`, { value: true })).status).toBe(200)
      await serves.client.untilOver(execution)
    })

    test('an MCP caller that waits gets the question that the execution asks', async () => {
      const { starts, serves } = processes()
      await using caller = await mcpCaller(serves.client, 'operator')
      const workflow = await starts.client.store(confirmation())
      const { value } = await caller.call('run_workflow', { workflow, wait_seconds: 60 })
      const [{ question_id }] = value.waiting_for
      const waits = caller.call('get_execution', { execution_id: value.execution_id, wait_seconds: 0 })
      expect((await waits).value.status).toBe('running')
      expect((await starts.client.call('POST', `/interrupts/${question_id}`, { value: true })).status).toBe(200)
      await serves.client.untilOver(value.execution_id)
    })

    test('an Agent Spec flow is watched to its end', async () => {
      const { starts, serves } = processes()
      const flow = chain([asks('ask', 'Well?', 'mood'), llm('say', 'You are {{mood}}', 'said')], [], [text('said')])
      const here = clientOf(starts.client.service)
      const id = await here.start(flow)
      const { runtime } = serves.client.service.services.agentspec
      const messages: string[] = []
      const following = (async () => {
        for await (const message of runtime.follow(id, new AbortController().signal))
          messages.push(JSON.stringify(message))
      })()
      const [open] = (await here.waiting(id)).waiting_for as { interruptId: string }[]
      await clientOf(serves.client.service).answer(open?.interruptId, 'glad')
      await following
      expect(messages.at(-1)).toContain('You are glad')
    })

    test('a workflow and its draft are read as another process has saved them', async () => {
      const { starts, serves } = processes()
      const id = await starts.client.store(shout)
      const nameIn = async (talk: Talk, path = '') => {
        // The same person in both processes: a draft belongs to one.
        const headers = starts.client.service.as('editor')
        const url = `/api/v1/workflows/${id}${path}`
        const { data } = (await talk.client.service.app.inject({ method: 'GET', url, headers })).json()
        return path === '' ? data.name : data.workflow.name
      }
      // Read once, so that caches have it.
      expect(await nameIn(serves)).toBe('A workflow')
      const draft = { workflow: { name: 'Draft', ...shout }, base_revision: 1 }
      expect((await starts.client.call('PUT', `/workflows/${id}/draft`, draft)).status).toBe(200)
      expect(await nameIn(serves, '/draft')).toBe('Draft')
      const saved = { name: 'Saved', ...shout, revision: 1 }
      expect((await starts.client.call('PUT', `/workflows/${id}`, saved)).status).toBe(200)
      expect(await nameIn(serves)).toBe('Saved')
    })

    test('the streams of a token end that another process has revoked', async () => {
      const { starts, serves } = processes()
      const { id, headers } = await person(starts.client, 'Ada', 'viewer')
      const path = '/api/v1/executions/events'
      const following = await serves.overhear('', { path, headers })
      expect((await starts.client.call('DELETE', `/auth/tokens/${id}`, undefined, 'admin')).status).toBe(200)
      await following.heard
      const answer = await serves.client.service.app.inject({ method: 'GET', url: '/api/v1/executions', headers })
      expect(answer.statusCode).toBe(401)
    })
  })
}
