/** Answers and dismissals in the audit log, by each way to send them. */
import type { AuditEntry } from '@millrace/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../executions/testing/client.ts'
import { mcpCaller } from '../mcp/testing/mcp-caller.ts'
import { ask, confirmation, type Person, person } from './testing/people.ts'

let client: Client
let ada: Person
beforeAll(async () => {
  client = await Client.open()
  ada = await person(client, 'Ada')
})
afterAll(() => client[Symbol.asyncDispose]())

/** The entries about a question. */
async function entriesOf(question: string): Promise<AuditEntry[]> {
  const { data } = await client.call<AuditEntry[]>('GET', '/audit?subject_type=question', undefined, 'admin')
  return data.filter(({ subject }) => subject.id === question)
}

test.each([
  ['POST /interrupts/{id}', 'question.answered', '', { value: true }],
  ['POST /interrupts/{id}/resolve', 'question.answered', '/resolve', { value: true }],
  ['POST /interrupts/{id}/cancel', 'question.cancelled', '/cancel', undefined],
])('%s is recorded as %s with the person and the execution', async (_, action, path, body) => {
  const { execution, question } = await ask(client, confirmation({ allowCancel: true }))
  expect((await ada.call('POST', `/interrupts/${question.id}${path}`, body)).status).toBe(200)
  const again = await ada.call('POST', `/interrupts/${question.id}${path}`, body)
  expect(again.body.code).toBe('INTERRUPT_CLOSED')
  // One entry: the second request changed nothing.
  expect(await entriesOf(question.id)).toEqual([
    expect.objectContaining({
      ...{ action, outcome: 'done', actor: { kind: 'token', id: ada.id, name: 'Ada' } },
      ...{ subject: { type: 'question', id: question.id, name: '' }, details: { execution } },
    }),
  ])
})

test('an answer over MCP is recorded with the person and the execution', async () => {
  const { execution, question } = await ask(client, confirmation())
  await using operator = await mcpCaller(client, 'operator')
  const refused = await operator.call('answer_question', { question_id: question.id, value: 'maybe' })
  expect(refused.isError).toBe(true)
  expect(await entriesOf(question.id)).toEqual([])
  const answered = await operator.call('answer_question', { question_id: question.id, value: true })
  expect(answered.isError).toBe(false)
  expect(await entriesOf(question.id)).toEqual([
    expect.objectContaining({
      ...{ action: 'question.answered', outcome: 'done' },
      actor: { kind: 'token', id: expect.any(String), name: 'operator token' },
      ...{ subject: { type: 'question', id: question.id, name: '' }, details: { execution } },
    }),
  ])
})
