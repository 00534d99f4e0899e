/** Questions of loops, called workflows and sessions, and questions across a restart. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Interrupt, PipelineDetail } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compose } from '../compose.ts'
import { Client, edge, jobOf, node } from '../executions/testing/client.ts'
import { createApp } from '../http/app.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { questionMessageId } from '../playground/question-message.ts'
import { loadRoutes } from '../routes.ts'
import { injectable } from '../testing/injectable.ts'
import { ask, asked, asking, askingForEach, calling, confirmation, theQuestion } from './testing/people.ts'

let client: Client
beforeAll(async () => {
  client = await Client.open()
})
afterAll(() => client[Symbol.asyncDispose]())

const answerTo = ({ id }: Interrupt, value: unknown) => client.call<Interrupt>('POST', `/interrupts/${id}`, { value })

describe('a loop that asks for every item at once', () => {
  test('asks one question per item and returns the answers in item order', async () => {
    const execution = await client.start(await client.store(askingForEach(['a', 'b', 'c'])))
    const questions = await asked(client, execution, 3)
    expect(questions.map(({ config }) => config.message).sort()).toEqual(['a', 'b', 'c'])
    expect(new Set(questions.map(({ iteration }) => iteration)).size).toBe(3)
    const { jobs, node_statuses } = await client.detail(execution)
    expect(node_statuses.ask?.status_counts).toEqual({ interrupted: 3 })
    for (const { id, iteration } of questions) {
      expect(jobs.find(({ interrupt_id }) => interrupt_id === id)?.iteration).toBe(iteration)
    }
    for (const question of questions.toReversed()) await answerTo(question, `to ${question.config.message}`)
    expect((await client.untilOver(execution)).outputs).toEqual({ all: ['to a', 'to b', 'to c'] })
  })

  test('accepts all answers at the same time', async () => {
    const items = Array.from({ length: 20 }, (_, at) => `q${at}`)
    const execution = await client.start(await client.store(askingForEach(items)))
    const questions = await asked(client, execution, 20)
    const replies = await Promise.all(questions.map((question) => answerTo(question, String(question.config.message))))
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    expect((await client.untilOver(execution)).outputs).toEqual({ all: items })
  })
})

describe('the list of an execution', () => {
  test('is paged, oldest first, with a filter by status', async () => {
    const execution = await client.start(await client.store(askingForEach(['a', 'b', 'c'])))
    const [first, second, third] = await asked(client, execution, 3)
    if (first === undefined || second === undefined || third === undefined) throw new Error('three were asked')
    await answerTo(second, 'x')
    const list = async (query: string, base = `/pipelines/${execution}`) => {
      const { status, headers, data } = await client.call<Interrupt[]>('GET', `${base}/interrupts${query}`)
      expect(status).toBe(200)
      const counts = ['x-total-count', 'x-page-size', 'x-page-offset'].map((name) => Number(headers[name]))
      return { ids: data.map(({ id }) => id), counts }
    }
    expect(await list('')).toEqual({ ids: [first.id, second.id, third.id], counts: [3, 50, 0] })
    expect(await list('?limit=1&offset=1')).toEqual({ ids: [second.id], counts: [3, 1, 1] })
    expect(await list('?status=pending')).toEqual({ ids: [first.id, third.id], counts: [2, 50, 0] })
    expect(await list('?status=resolved')).toEqual({ ids: [second.id], counts: [1, 50, 0] })
    expect(await list('?status=cancelled&limit=100')).toEqual({ ids: [], counts: [0, 100, 0] })
    for (const base of [`/pipeline/${execution}`, `/executions/${execution}`]) {
      expect(await list('', base)).toEqual(await list(''))
    }
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'status=open'])('rejects %s', async (query) => {
    const { execution } = await ask(client, confirmation())
    const { status, body } = await client.call('GET', `/pipelines/${execution}/interrupts?${query}`)
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('is 404 for an unknown execution or session', async () => {
    const nowhere = '00000000-0000-4000-8000-000000000000'
    for (const path of [`/pipelines/${nowhere}`, `/playground/sessions/${nowhere}`, `/sessions/${nowhere}`]) {
      expect(await client.call('GET', `${path}/interrupts`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
    expect((await client.call('GET', '/pipelines/nonsense/interrupts')).status).toBe(400)
  })
})

describe('a called workflow that asks', () => {
  test('lists its question under the calling execution, two levels up as well', async () => {
    const inner = await client.store(asking('text_prompt', {}, { ports: ['text'] }))
    const middle = await client.store(calling(inner))
    const execution = await client.start(await client.store(calling(middle)))
    const question = await theQuestion(client, execution)
    expect(question).toMatchObject({ workflowId: inner, nodeId: 'ask' })
    const below = jobOf(await client.detail(execution), 'call').child_id ?? ''
    expect(below).not.toBe('')
    const lowest = jobOf(await client.detail(below), 'call').child_id ?? ''
    expect(question.executionId).toBe(lowest)
    expect(await theQuestion(client, lowest)).toEqual(question)
    expect(await client.statusOf(execution)).toBe('running')
    await answerTo(question, 'deep')
    expect((await client.untilOver(execution)).outputs).toEqual({ got: { got: { text: 'deep' } } })
  })

  test('its question is closed when the calling execution is cancelled', async () => {
    const execution = await client.start(await client.store(calling(await client.store(confirmation()))))
    const question = await theQuestion(client, execution)
    await client.call('POST', `/executions/${execution}/cancel`)
    await client.untilOver(question.executionId)
    expect((await client.call('GET', `/interrupts/${question.id}`)).data).toMatchObject({
      status: 'cancelled',
      reason: 'stopped',
    })
  })
})

describe('a session', () => {
  const chat = {
    nodes: [
      node('in', 'chat_input'),
      node('ask', 'text_prompt', { message: 'Which one?' }),
      node('out', 'chat_output'),
    ],
    edges: [edge('in:message', 'ask:trigger'), edge('ask:text', 'out:message')],
  }
  interface Message {
    readonly id: string
    readonly role: string
    readonly content: string
    readonly status: string
    readonly metadata: Record<string, unknown>
  }

  async function converse() {
    const workflow = await client.store(chat)
    const { data: session } = await client.call<{ id: string }>(
      'POST',
      `/workflows/${workflow}/playground/sessions`,
      {},
    )
    const base = `/playground/sessions/${session.id}`
    expect((await client.call('POST', `${base}/messages`, { content: 'Hello' })).status).toBe(200)
    const list = async () => (await client.call<Interrupt[]>('GET', `${base}/interrupts?status=pending`)).data
    await client.until(async () => (await list()).length === 1)
    const [question] = await list()
    if (question === undefined) throw new Error('nothing was asked')
    const messages = async () => (await client.call<Message[]>('GET', `${base}/messages`)).data
    return { session: session.id, base, question, messages }
  }

  test('shows the question as a message, and the reply to the answer waits for what follows it', async () => {
    const { session, base, question, messages } = await converse()
    expect(question).toMatchObject({ sessionId: session, messageId: questionMessageId(question.id) })
    await client.until(async () => (await messages()).some(({ id }) => id === question.messageId))
    expect((await messages()).find(({ id }) => id === question.messageId)).toMatchObject({
      status: 'pending',
      content: 'Which one?',
      metadata: { type: 'interrupt_request', interrupt_id: question.id },
    })
    expect((await answerTo(question, 'The blue one')).status).toBe(200)
    const after = await messages()
    expect(after.find(({ id }) => id === question.messageId)).toMatchObject({
      status: 'completed',
      metadata: { response_value: 'The blue one' },
    })
    expect(after.filter(({ role }) => role === 'assistant').at(-1)?.content).toBe('The blue one')
    expect((await client.call<Interrupt[]>('GET', `${base}/interrupts`)).data).toMatchObject([{ status: 'resolved' }])
    const alias = await client.call<Interrupt[]>('GET', `/sessions/${session}/interrupts?limit=1&offset=1`)
    expect(alias.data).toEqual([])
    expect(Number(alias.headers['x-total-count'])).toBe(1)
  })

  test('shows what follows a dismissal as well', async () => {
    const { question, messages } = await converse()
    await client.until(async () => (await messages()).some(({ id }) => id === question.messageId))
    expect((await client.call('POST', `/interrupts/${question.id}/cancel`)).status).toBe(200)
    expect((await messages()).find(({ id }) => id === question.messageId)?.status).toBe('completed')
  })
})

describe('a service that is stopped between question and answer', () => {
  async function open(dataDir: string) {
    const config = readConfig(['--data-dir', dataDir, '--auth', 'none'], {})
    if (config === 'help') throw new Error('--help is not supported in tests')
    const composed = await compose(config, createLog({ logLevel: 'silent' }))
    const app = injectable(await createApp(composed.services, { checkReplies: true, routes: await loadRoutes() }))
    await composed.begin()
    return {
      async call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
        const answer = await app.inject({ method, url: `/api/v1${path}`, ...(body && { payload: body }) })
        expect(answer.statusCode, answer.body).toBeLessThan(300)
        return answer.json().data ?? answer.json()
      },
      async [Symbol.asyncDispose]() {
        await app.close()
        await composed.close()
      },
    }
  }

  async function askAndStop(dataDir: string, drawing: object): Promise<Interrupt> {
    await using service = await open(dataDir)
    const { id } = await service.call<{ id: string }>('POST', '/workflows', { name: 'Asks', ...drawing })
    const { execution_id } = await service.call<{ execution_id: string }>('POST', `/workflows/${id}/execute`, {})
    const list = () => service.call<Interrupt[]>('GET', `/pipelines/${execution_id}/interrupts`)
    await client.until(async () => (await list()).length === 1)
    const [question] = await list()
    if (question === undefined) throw new Error('nothing was asked')
    return question
  }

  const folder = () => join(mkdtempSync(join(tmpdir(), 'millrace-interrupts-')), 'data')

  test('still has the question after a restart and continues with the answer', async () => {
    const dataDir = folder()
    const question = await askAndStop(dataDir, asking('text_prompt', {}, { ports: ['text'] }))
    await using service = await open(dataDir)
    expect(await service.call('GET', `/interrupts/${question.id}`)).toEqual(question)
    await service.call('POST', `/interrupts/${question.id}`, { value: 'later' })
    const detail = () => service.call<PipelineDetail>('GET', `/pipelines/${question.executionId}`)
    await client.until(async () => (await detail()).status === 'completed')
    expect((await detail()).outputs).toEqual({ text: 'later' })
  })

  test('expires a question whose deadline passed while it was stopped', async () => {
    const dataDir = folder()
    const drawing = asking('text_prompt', { expiresIn: 1, defaultAnswer: 'nobody' }, { ports: ['text'] })
    const question = await askAndStop(dataDir, drawing)
    await client.until(() => Date.now() > Date.parse(question.expiresAt ?? ''))
    await using service = await open(dataDir)
    const detail = () => service.call<PipelineDetail>('GET', `/pipelines/${question.executionId}`)
    await client.until(async () => (await detail()).status === 'completed')
    expect((await detail()).outputs).toEqual({ text: 'nobody' })
    expect(await service.call('GET', `/interrupts/${question.id}`)).toMatchObject({ reason: 'expired' })
  })
})
