/** Who may answer a question, and questions that need several approvals. */
import type { Interrupt } from '@millrace/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../executions/testing/client.ts'
import type { Caller } from '../platform/caller.ts'
import { ask, confirmation, type Person, person, read } from './testing/people.ts'

let client: Client
let ada: Person
let grace: Person
let linus: Person
beforeAll(async () => {
  client = await Client.open()
  ada = await person(client, 'Ada')
  grace = await person(client, 'Grace')
  linus = await person(client, 'Linus')
})
afterAll(() => client[Symbol.asyncDispose]())

const says = (who: Person, { id }: Interrupt, value: boolean) => who.call('POST', `/interrupts/${id}`, { value })

test('needs the approval of two different people', async () => {
  const { execution, question } = await ask(client, confirmation({ approvals: 2 }))
  expect(question).toMatchObject({ approvals_needed: 2, responses: [] })
  const first = await says(ada, question, true)
  expect(first).toMatchObject({ status: 200, body: { message: 'Answer recorded; waiting for other answers' } })
  expect(first.data).toEqual({
    ...question,
    responses: [{ value: true, user_id: ada.id, user_name: 'Ada', time: expect.any(String) }],
  })
  expect((await client.detail(execution)).node_statuses.ask?.status).toBe('interrupted')

  const again = await says(ada, question, true)
  expect([again.status, again.body]).toEqual([
    409,
    { success: false, error: 'You have already answered; other answers are pending.', code: 'ALREADY_ANSWERED' },
  ])
  const second = await says(grace, question, true)
  expect(second).toMatchObject({ status: 200, body: { message: 'Interrupt resolved' } })
  expect(second.data).toMatchObject({ status: 'resolved', response: true, user_name: 'Grace' })
  expect(second.data.responses.map(({ user_name, value }) => [user_name, value])).toEqual([
    ['Ada', true],
    ['Grace', true],
  ])
  expect(await client.untilOver(execution)).toMatchObject({ node_statuses: { confirmed: { status: 'completed' } } })
  expect((await says(linus, question, true)).body.code).toBe('INTERRUPT_CLOSED')
})

test('the first rejection decides where anyone may answer', async () => {
  const { execution, question } = await ask(client, confirmation({ approvals: 3 }))
  await says(ada, question, true)
  expect((await says(grace, question, false)).data).toMatchObject({ status: 'resolved', response: false })
  expect(await client.untilOver(execution)).toMatchObject({ node_statuses: { declined: { status: 'completed' } } })
})

test('only those on the list may answer, by id or by name', async () => {
  const { execution, question } = await ask(client, confirmation({ approvals: 2, approvers: [ada.id, 'Grace', 'Zoe'] }))
  const refused = await says(linus, question, true)
  expect([refused.status, refused.body]).toEqual([
    403,
    { success: false, error: 'You are not allowed to answer this question.', code: 'FORBIDDEN' },
  ])
  expect((await linus.call('POST', `/interrupts/${question.id}/cancel`)).status).toBe(403)
  expect(await read(client, question.id)).toEqual(question)
  expect((await says(ada, question, false)).data.status).toBe('pending')
  expect((await says(grace, question, false)).data).toMatchObject({ status: 'resolved', response: false })
  expect(await client.untilOver(execution)).toMatchObject({ node_statuses: { declined: { status: 'completed' } } })
})

test('a name on the list has one vote, however many tokens carry it', async () => {
  const { question } = await ask(client, confirmation({ approvals: 2, approvers: ['Ada', 'Grace'] }))
  const namesake = await person(client, 'Ada')
  expect((await says(ada, question, true)).data.status).toBe('pending')
  const second = await says(namesake, question, true)
  expect([second.status, second.body.code]).toEqual([409, 'ALREADY_ANSWERED'])
  expect((await read(client, question.id)).responses).toHaveLength(1)
  expect((await says(grace, question, true)).data.status).toBe('resolved')
})

test('an e-mail address on the list has one vote, in any case and however many accounts have it', async () => {
  const { interrupts } = client.service.services
  const approvers = ['ada@example.com', 'grace@example.com']
  const { question } = await ask(client, confirmation({ approvals: 2, approvers }))
  const account = (id: string, email: string, source: 'local' | 'oidc' = 'local'): Caller => ({
    ...{ id, name: 'Somebody', role: 'operator', via: 'session', tokenId: null, expiresAt: null },
    person: { id, source, email },
  })
  const first = await interrupts.resolve(question.id, true, account('p1', 'Ada@Example.com'))
  expect(first.status).toBe('pending')
  const again = interrupts.resolve(question.id, true, account('p2', 'ada@example.com', 'oidc'))
  await expect(again).rejects.toMatchObject({ code: 'ALREADY_ANSWERED' })
  const other = interrupts.resolve(question.id, true, account('p3', 'eve@example.com'))
  await expect(other).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const last = await interrupts.resolve(question.id, true, account('p4', 'GRACE@example.com'))
  expect(last.status).toBe('resolved')
})

test('a self-chosen name does not match a name on the list', async () => {
  const { interrupts } = client.service.services
  const { question } = await ask(client, confirmation({ approvers: ['Ada', 'sub-1', grace.id] }))
  const signedIn = (id: string, name: string) =>
    ({ id, name, role: 'operator', via: 'jwt', tokenId: null, expiresAt: null }) as const
  for (const name of ['Ada', 'sub-1', grace.id]) {
    await expect(interrupts.resolve(question.id, true, signedIn('sub-9', name))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  }
  expect(await interrupts.resolve(question.id, true, signedIn('sub-1', 'Anybody'))).toMatchObject({
    status: 'resolved',
    closedBy: { id: 'sub-1', name: 'Anybody' },
  })
})

test('of many concurrent answers exactly the required number count', async () => {
  const { execution, question } = await ask(client, confirmation({ approvals: 5 }))
  const crowd = await Promise.all(Array.from({ length: 12 }, (_, at) => person(client, `Voter ${at}`)))
  const replies = await Promise.all(crowd.flatMap((who) => [says(who, question, true), says(who, question, true)]))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(replies.filter(({ data }) => data?.status === 'resolved')).toHaveLength(1)
  const { responses } = await read(client, question.id)
  expect(new Set(responses.map(({ user_id }) => user_id)).size).toBe(5)
  expect((await client.untilOver(execution)).status).toBe('completed')
})

test('a viewer may neither answer nor dismiss', async () => {
  const { question } = await ask(client, confirmation())
  const viewer = await person(client, 'Viewer', 'viewer')
  expect((await viewer.call('GET', `/interrupts/${question.id}`)).data).toEqual(question)
  expect((await says(viewer, question, true)).status).toBe(403)
  expect((await viewer.call('POST', `/interrupts/${question.id}/cancel`)).status).toBe(403)
  expect((await read(client, question.id)).status).toBe('pending')
})
