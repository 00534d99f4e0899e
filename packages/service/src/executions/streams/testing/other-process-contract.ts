/** Streams of a process that does not run the execution, for every way in which several processes share a database. */
import { cutConnections } from '@millrace/store/testing/postgres-server'
import { beforeAll, expect, test } from 'vitest'
import { asks, chain, clientOf, llm, text } from '../../../agentspec/testing/flows.ts'
import { confirmation, theQuestion } from '../../../people/testing/people.ts'
import { gated, mumble, type News, shout, type Talk } from '../../../playground/testing/talk.ts'
import { type Drawing, edge, node } from '../../testing/client.ts'
import { pollingContract } from './polling-contract.ts'

export interface OtherProcesses {
  readonly database: string
  /** Starts the executions. */
  readonly starts: Talk
  /** Serves the streams. */
  readonly serves: Talk
  /** Runs the executions; it may be the one that starts them. */
  readonly drives: Talk
}

export const waiting: Drawing = {
  nodes: [node('in', 'text_input', { defaultValue: 'x' }), node('g', 'gate'), node('h', 'gate')],
  edges: [edge('in:text', 'g:trigger'), edge('g:value', 'h:trigger')],
}

export const eventsOf = (id: string) => `/api/v1/pipelines/${id}/events`

export const isIdle = (news: readonly News[]) =>
  news.at(-1)?.event === 'status' && news.at(-1)?.data.sessionStatus === 'idle'
export const contents = (news: readonly News[]) =>
  news.filter(({ event }) => event === 'message').map(({ data }) => `${data.role} ${data.content} ${data.status}`)

/** The last tests take the connections between the processes away. */
export function otherProcessContract(open: () => Promise<OtherProcesses>): void {
  let database: string
  let starts: Talk
  let serves: Talk
  let drives: Talk
  beforeAll(async () => {
    ;({ database, starts, serves, drives } = await open())
  })

  test('an execution is watched through another process, from any position', async () => {
    const id = await starts.client.start(await starts.client.store(waiting))
    await starts.client.until(() => starts.client.closedGates === 1)
    const early = serves.listen(id, { path: eventsOf(id) })
    const own = starts.listen(id, { path: eventsOf(id) })
    await expect.poll(() => serves.client.service.services.pipelineUpdates.watched).toBe(1)
    await starts.client.openGate()
    await starts.client.until(() => starts.client.closedGates === 1)
    const late = serves.listen(id, { path: eventsOf(id), after: 3 })
    await starts.client.openGate()
    const [all, ownAll, rest] = await Promise.all([early, own, late])
    const last = ownAll.news.filter(({ event }) => event === 'update').at(-1)
    expect(all.news.at(-1)?.event).toBe('end')
    expect(all.news.filter(({ event }) => event === 'update').at(-1)).toEqual(last)
    expect(rest.news.at(-1)?.event).toBe('end')
    const numbers = all.news.flatMap((news) => (news.id === undefined ? [] : [news.id]))
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
    const logs = (news: readonly News[]) => news.flatMap(({ data }) => data.logs ?? [])
    expect(logs(all.news)).toEqual(logs(ownAll.news))
  })

  test('a caller waits in another process for the end of an execution', async () => {
    const workflow = await starts.client.store(waiting)
    const id = await starts.client.start(workflow)
    const ending = serves.client.service.services.completions.wait(id)
    for (const _ of [1, 2]) await starts.client.openGate()
    expect((await ending.state)?.status).toBe('completed')
    ending.stop()
  })

  test('the list of executions and the inbox change in another process', async () => {
    const workflow = await starts.client.store(confirmation())
    const isFor = (id: string) => (news: readonly News[]) =>
      news.some(({ data }) => data.id === id && data.status === 'completed')
    let execution = ''
    const list = await serves.overhear('', {
      path: '/api/v1/executions/events',
      enough: (news) => isFor(execution)(news),
    })
    const inbox = await serves.overhear('', {
      path: '/api/v1/interrupts/events',
      headers: serves.client.service.as('operator'),
      enough: (news) => news.some(({ data }) => data.executionId === execution && data.status !== 'pending'),
    })
    execution = await starts.client.start(workflow)
    const question = await theQuestion(starts.client, execution)
    await starts.client.call('POST', `/interrupts/${question.id}`, { value: true })
    const statuses = (await list.heard).filter(({ data }) => data.id === execution).map(({ data }) => data.status)
    expect(statuses).toContain('running')
    expect(statuses.at(-1)).toBe('completed')
    const questions = (await inbox.heard).filter(({ data }) => data.executionId === execution)
    expect(questions.map(({ data }) => data.status)).toEqual(['pending', 'resolved'])
  })

  test('a session is followed through another process', async () => {
    const { id } = await starts.begin(shout)
    const enough = (news: readonly News[]) => isIdle(news) && contents(news).length > 2
    const [there, here] = await Promise.all([serves.overhear(id, { enough }), starts.overhear(id, { enough })])
    await starts.say(id, 'hello')
    const [heardThere, heardHere] = await Promise.all([there.heard, here.heard])
    expect(contents(heardThere).at(-1)).toBe(contents(heardHere).at(-1))
    expect(new Set(contents(heardThere))).toContain('assistant HELLO completed')
    const numbers = heardThere.filter(({ event }) => event === 'message').map((news) => news.id)
    expect(numbers).toEqual(numbers.toSorted((a = 0, b = 0) => a - b))
  })

  test('text that a step streams reaches early and late followers in another process', async () => {
    const { id } = await starts.begin(mumble)
    const isOver = (news: readonly News[]) => isIdle(news) && contents(news).some((one) => one.startsWith('assistant'))
    const early = await serves.overhear(id, { enough: isOver })
    expect((await starts.send(id, 'one two three')).status).toBe(200)
    await starts.client.openGate()
    await starts.client.until(() => starts.client.closedGates === 1)
    const textIn = (news: readonly News[]) =>
      news.filter(({ event }) => event === 'delta').reduce((said, { data }) => said.slice(0, data.from) + data.text, '')
    const late = serves.listen(id, { enough: (news) => textIn(news) === 'one two ' })
    expect(textIn((await late).news)).toBe('one two ')
    for (const _ of [1, 2]) await starts.client.openGate()
    expect(textIn(await early.heard)).toBe('one two three ')
    await expect.poll(() => serves.client.service.services.partialOutput.ofSession(id)).toEqual([])
  })

  test('the stream of a session ends when another process deletes it', async () => {
    const { id } = await starts.begin(shout)
    const { heard } = await serves.overhear(id, {})
    expect((await starts.client.call('DELETE', `/playground/sessions/${id}`)).status).toBe(200)
    expect((await heard).at(-1)?.event).toBe('status')
    const workflow = await starts.client.store(shout)
    const { id: other } = await starts.beginWith(workflow)
    const follows = await serves.overhear(other, {})
    expect((await starts.client.call('DELETE', `/workflows/${workflow}`)).status).toBe(200)
    expect((await follows.heard).at(-1)?.event).toBe('status')
  })

  test('an Agent Spec flow is watched through another process', async () => {
    const flow = chain([asks('ask', 'Well?', 'mood'), llm('say', 'You are {{mood}}', 'said')], [], [text('said')])
    const [here, there] = [clientOf(starts.client.service), clientOf(serves.client.service)]
    const id = await here.start(flow)
    await here.waiting(id)
    const { runtime } = serves.client.service.services.agentspec
    const messages: string[] = []
    const following = (async () => {
      for await (const message of runtime.follow(id, new AbortController().signal)) {
        messages.push(JSON.stringify(message))
      }
    })()
    await expect.poll(() => messages.length).toBe(4)
    const [open] = (await here.waiting(id)).waiting_for as { interruptId: string }[]
    await here.answer(open?.interruptId, 'glad')
    await following
    expect(messages.at(-1)).toContain('You are glad')
    expect((await there.call('GET', `/agentspec/executions/${id}/results`)).body).toEqual({ said: 'You are glad' })
  })

  test('streams continue after the connection between the processes broke', async () => {
    const id = await starts.client.start(await starts.client.store(waiting))
    await starts.client.until(() => starts.client.closedGates === 1)
    const watching = serves.listen(id, { path: eventsOf(id) })
    const { id: session } = await starts.begin(gated)
    const following = await serves.overhear(session, {
      enough: (news) => isIdle(news) && contents(news).some((one) => one.startsWith('assistant')),
    })
    await expect.poll(() => serves.client.service.services.pipelineUpdates.watched).toBe(1)
    await cutConnections(database, 'millrace bus')
    expect((await starts.send(session, 'hello')).status).toBe(200)
    for (const _ of [1, 2, 3]) await starts.client.openGate()
    expect((await watching).news.at(-1)?.event).toBe('end')
    expect(contents(await following.heard)).toContain('assistant HELLO completed')
  })

  test('a workflow and its draft are edited through two processes', async () => {
    const id = await starts.client.store(shout)
    const headers = starts.client.service.as('editor')
    const via = async (talk: Talk, method: 'GET' | 'PUT', path: string, payload?: object) => {
      const { app } = talk.client.service
      const url = `/api/v1/workflows/${id}${path}`
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
      return { status: answer.statusCode, ...answer.json<{ data: Record<string, unknown>; code?: string }>() }
    }
    const draft = (name: string, revision?: number) => ({
      ...{ workflow: { name, ...shout }, base_revision: 1 },
      ...(revision === undefined ? {} : { revision }),
    })
    const { data: first } = await via(starts, 'PUT', '/draft', draft('Here'))
    expect((await via(serves, 'GET', '/draft')).data.workflow).toMatchObject({ name: 'Here' })
    const { data: second } = await via(serves, 'PUT', '/draft', draft('There', Number(first.revision)))
    expect(await via(starts, 'PUT', '/draft', draft('Late', Number(first.revision)))).toMatchObject({
      ...{ status: 409, code: 'STALE_DRAFT' },
    })
    expect((await via(starts, 'GET', '/draft')).data).toMatchObject({
      ...{ revision: second.revision, workflow: { name: 'There' } },
    })
    // Read once through both, so that caches have it.
    for (const talk of [starts, serves]) expect((await via(talk, 'GET', '')).data.revision).toBe(1)
    const saved = await via(serves, 'PUT', '', { name: 'Saved there', ...shout, revision: 1 })
    expect(saved.data.revision).toBe(2)
    await expect.poll(async () => (await via(starts, 'GET', '')).data.name).toBe('Saved there')
    expect((await via(starts, 'PUT', '', { name: 'Saved late', ...shout, revision: 1 })).status).toBe(409)
  })

  test('the end of an execution is found although no message about it arrives', async () => {
    const id = await starts.client.start(await starts.client.store(waiting))
    const watching = serves.listen(id, { path: eventsOf(id) })
    const ending = serves.client.service.services.completions.wait(id)
    await expect.poll(() => serves.client.service.services.pipelineUpdates.watched).toBe(1)
    // The process ends before it can publish what it has written.
    const { bus } = drives.client.service.services.store.cluster ?? {}
    await bus?.close()
    for (const _ of [1, 2]) await starts.client.openGate()
    expect((await ending.state)?.status).toBe('completed')
    expect((await watching).news.at(-1)?.event).toBe('end')
    ending.stop()
  })

  pollingContract(() => ({ database, starts, serves, drives }))
}
