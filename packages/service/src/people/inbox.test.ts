/** The inbox across workflows: as a list and as a stream. */

import { get, type IncomingMessage } from 'node:http'
import { Replay } from '@millrace/engine'
import type { Interrupt } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from '../executions/testing/client.ts'
import type { RouteRequest } from '../http/define-route.ts'
import { EventStream } from '../http/event-stream.ts'
import { ask, asking, confirmation, type Person, person } from './testing/people.ts'
import watchInterrupts from './watch-interrupts.route.ts'

let client: Client
let ada: Person
let grace: Person
beforeAll(async () => {
  client = await Client.open()
  ada = await person(client, 'Ada')
  grace = await person(client, 'Grace')
  await client.service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => client[Symbol.asyncDispose]())

async function inbox(who: Person, query = '') {
  const { status, headers, data } = await who.call<Interrupt[]>('GET', `/interrupts${query}`)
  expect(status).toBe(200)
  return { ids: data.map(({ id }) => id), items: data, total: Number(headers['x-total-count']), headers }
}

const nameOf = async (of: Client, workflow: string) =>
  String((await of.call('GET', `/workflows/${workflow}`)).data.machineName)

describe('the inbox', () => {
  test('lists open questions, newest first, with filters', async () => {
    await using own = await Client.open()
    const reader = await person(own, 'Reader')
    const oldest = await ask(own, confirmation())
    const text = await ask(own, asking('text_prompt', {}))
    const newest = await ask(own, confirmation())
    const [a, b, c] = [oldest, text, newest].map(({ question }) => question.id)
    const filters: [string, (string | undefined)[]][] = [
      ['', [c, b, a]],
      ['?status=pending', [c, b, a]],
      ['?type=text', [b]],
      ['?type=review', []],
      [`?workflow_id=${text.question.workflowId}`, [b]],
      [`?workflow_id=${await nameOf(own, text.question.workflowId)}`, [b]],
      ['?workflow_id=00000000-0000-4000-8000-000000000000', []],
      [`?execution_id=${oldest.execution}`, [a]],
      [`?session_id=${oldest.execution}`, []],
      [`?type=confirmation&execution_id=${newest.execution}`, [c]],
      ['?limit=1', [c]],
      ['?limit=2&offset=1', [b, a]],
      ['?status=resolved', []],
    ]
    for (const [query, ids] of filters) expect((await inbox(reader, query)).ids, query).toEqual(ids)
    expect((await inbox(reader, '?limit=2&offset=1')).headers).toMatchObject({
      'x-total-count': '3',
      'x-page-size': '2',
      'x-page-offset': '1',
    })
    await own.call('POST', `/interrupts/${b}`, { value: 'x' })
    await own.call('POST', `/interrupts/${a}/cancel`)
    expect((await inbox(reader)).ids).toEqual([c])
    expect((await inbox(reader, '?status=resolved')).ids).toEqual([b])
    expect((await inbox(reader, '?status=cancelled&mine=false')).ids).toEqual([a])
  })

  test('lists the questions of the caller by default', async () => {
    const { question: forAda } = await ask(client, confirmation({ approvers: ['Ada'] }))
    const { question: forGrace } = await ask(client, confirmation({ approvers: [grace.id] }))
    const { question: forBoth } = await ask(client, confirmation({ approvals: 2 }))
    const all = [forBoth.id, forGrace.id, forAda.id]
    expect((await inbox(ada)).ids).toEqual([forBoth.id, forAda.id])
    expect(await inbox(grace)).toMatchObject({ ids: [forBoth.id, forGrace.id], total: 2 })
    expect(await inbox(ada, '?mine=false')).toMatchObject({ ids: all, total: 3 })
    expect((await ada.call('POST', `/interrupts/${forBoth.id}`, { value: true })).data.status).toBe('pending')
    expect((await inbox(ada)).ids).toEqual([forAda.id])
    expect((await inbox(grace)).ids).toEqual([forBoth.id, forGrace.id])
    expect((await inbox(ada, '?mine=false')).ids).toEqual(all)
    await ada.call('POST', `/interrupts/${forAda.id}`, { value: true })
    expect((await inbox(ada)).ids).toEqual([])
    expect((await inbox(ada, '?status=resolved')).ids).toContain(forAda.id)
  })

  test('is empty for a viewer even when named in the list; a viewer can read all questions', async () => {
    await using own = await Client.open()
    await own.service.app.listen({ port: 0, host: '127.0.0.1' })
    const [viewer, operator] = [await person(own, 'Vera', 'viewer'), await person(own, 'Otto')]
    const { question: forVera } = await ask(own, confirmation({ approvers: ['Vera'] }))
    const { question: forAll } = await ask(own, confirmation())
    expect(await inbox(viewer)).toMatchObject({ ids: [], total: 0 })
    expect(await inbox(viewer, '?mine=false')).toMatchObject({ ids: [forAll.id, forVera.id], total: 2 })
    expect((await viewer.call('GET', `/interrupts/${forVera.id}`)).status).toBe(200)
    expect((await inbox(operator)).ids).toEqual([forAll.id])
    using stream = await watch(own, viewer.headers)
    expect(await stream.until((news) => news.length > 0)).toEqual([{ event: 'count', data: { pending: 0 } }])
    for (const [who, { id }] of [
      [viewer, forVera],
      [viewer, forAll],
      [operator, forVera],
    ] as const) {
      for (const path of [`/interrupts/${id}`, `/interrupts/${id}/cancel`]) {
        expect(await who.call('POST', path, { value: true })).toMatchObject({
          status: 403,
          body: { code: 'FORBIDDEN' },
        })
      }
    }
    expect((await operator.call('POST', `/interrupts/${forAll.id}`, { value: true })).status).toBe(200)
  })

  test.each(['limit=0', 'limit=101', 'offset=-1', 'status=open', 'type=number', 'mine=perhaps', 'workflow_id=x'])(
    'rejects %s',
    async (query) => {
      expect((await ada.call('GET', `/interrupts?${query}`)).status).toBe(400)
    },
  )
})

interface News {
  readonly event: string
  readonly data: Partial<Interrupt> & { readonly pending?: number }
}

/** Removes duplicates: the stream may send the same record twice. */
function onceEach(news: readonly News[]): News[] {
  return [...new Map(news.map((one) => [JSON.stringify(one), one])).values()]
}

/** A reader of the stream; `until` returns everything received once the condition holds. */
async function watch(of: Client, headers: object, path = '/api/v1/interrupts/events') {
  const address = of.service.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers: { ...headers } }, resolve).on('error', reject)
  })
  let text = ''
  let isOver = false
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
  })
  response.on('close', () => {
    isOver = true
  })
  const news = (): News[] =>
    text
      .slice(0, text.lastIndexOf('\n\n') + 2)
      .split('\n\n')
      .flatMap((block) => {
        const line = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
        const event = line('event')
        return event === undefined ? [] : [{ event, data: JSON.parse(line('data') ?? 'null') }]
      })
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    news,
    isOver: () => isOver,
    async until(isEnough: (news: readonly News[]) => boolean): Promise<readonly News[]> {
      await of.until(() => isEnough(news()))
      return news()
    },
    [Symbol.dispose]: () => void response.destroy(),
  }
}

describe('the stream', () => {
  test('starts with the count for the caller and sends every change', async () => {
    await using own = await Client.open()
    await own.service.app.listen({ port: 0, host: '127.0.0.1' })
    const [me, other] = [await person(own, 'Me'), await person(own, 'Other')]
    await ask(own, confirmation({ approvers: ['Other'] }))
    await ask(own, confirmation())
    using mine = await watch(own, me.headers)
    using theirs = await watch(own, other.headers)
    expect([mine.status, mine.type]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(await mine.until((news) => news.length > 0)).toEqual([{ event: 'count', data: { pending: 1 } }])
    expect(await theirs.until((news) => news.length > 0)).toEqual([{ event: 'count', data: { pending: 2 } }])

    const { question } = await ask(own, confirmation({ approvals: 2 }))
    const { data: once } = await me.call('POST', `/interrupts/${question.id}`, { value: true })
    const { data: twice } = await other.call('POST', `/interrupts/${question.id}`, { value: true })
    const { question: dropped } = await ask(own, confirmation())
    const { data: cancelled } = await me.call('POST', `/interrupts/${dropped.id}/cancel`)
    const { execution, question: last } = await ask(own, confirmation())
    await own.call('POST', `/executions/${execution}/cancel`)
    const changes = [question, once, twice, dropped, cancelled, last].map((data) => ({ event: 'interrupt', data }))
    const told = onceEach(await mine.until((news) => onceEach(news).length === 8))
    expect(told.slice(1, 7)).toEqual(changes)
    expect(told[7]).toMatchObject({ event: 'interrupt', data: { id: last.id, status: 'cancelled', reason: 'stopped' } })
    const toldOther = await theirs.until((news) => onceEach(news).length === 8)
    expect(onceEach(toldOther).slice(1)).toEqual(told.slice(1))
  })

  test('includes a question that is asked while the count is read', async () => {
    const { services } = client.service
    let question: Interrupt | undefined
    const list: typeof services.interrupts.list = async (query) => {
      const counted = await services.interrupts.list(query)
      question = (await ask(client, confirmation())).question
      return counted
    }
    const interrupts = { ...services.interrupts, list }
    const stream = watchInterrupts.handle({ caller: { ...ada, role: 'operator' } } as unknown as RouteRequest, {
      ...services,
      interrupts,
    })
    if (!(stream instanceof EventStream)) throw new Error('it is not a stream')
    const told: News[] = []
    const leaving = new AbortController()
    await stream.run({
      signal: leaving.signal,
      pass: () => Promise.reject(new Error('an inbox prints nothing itself')),
      async send({ event, data }) {
        told.push({ event, data: JSON.parse(data) })
        if (event === 'interrupt') leaving.abort()
      },
    })
    expect(told).toMatchObject([{ event: 'count' }, { event: 'interrupt', data: { id: question?.id } }])
  })

  test('accepts a ticket and rejects a caller without one', async () => {
    const { data } = await client.call('POST', '/auth/tickets', undefined, 'viewer')
    using stream = await watch(client, {}, `/api/v1/interrupts/events?ticket=${data.ticket}`)
    expect((await stream.until((news) => news.length > 0))[0]?.event).toBe('count')
    using refused = await watch(client, {})
    expect(refused.status).toBe(401)
  })

  test('sends "missed" when a slow reader lost changes', async () => {
    using stream = await watch(client, ada.headers)
    await stream.until((news) => news.length > 0)
    const { services } = client.service
    const { question } = await ask(client, confirmation())
    const written = await services.executions.known(question.executionId)
    const news = { ...written, length: written.events.length, change: new Replay(written.record.plan).takeChange() }
    // More changes than are buffered for a reader.
    for (let at = 0; at < 1500; at++) services.inbox.publish(news)
    const told = await stream.until((all) => all.some(({ event }) => event === 'missed'))
    expect(told.filter(({ event }) => event === 'missed')).toEqual([{ event: 'missed', data: {} }])
    expect(told.filter(({ event }) => event === 'interrupt').length).toBeLessThan(1500)
  })

  test('ends when the service stops', async () => {
    const own = await Client.open()
    await own.service.app.listen({ port: 0, host: '127.0.0.1' })
    using stream = await watch(own, own.service.as('viewer'))
    await stream.until((news) => news.length > 0)
    await own[Symbol.asyncDispose]()
    await client.until(() => stream.isOver())
    expect(stream.news().map(({ event }) => event)).toEqual(['count'])
  })
})
