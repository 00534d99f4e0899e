/** Templates drawn and run for tests: what each gives, and how its questions are answered. */
import type { Catalogue, Interrupt, PipelineDetail } from '@millrace/model'
import { expect } from 'vitest'
import type { Client } from '../packages/service/src/executions/testing/client.ts'
import type { Template } from '../packages/web/src/home/templates/template.ts'
import { graphOf } from '../packages/web/src/home/templates/template-graph.ts'

/** What each puts out when it is started without inputs and every question is answered with yes. */
export const RESULTS: Readonly<Record<string, unknown>> = {
  'hello-world': { greeting: 'Hello, world!' },
  'chatbot-with-memory': { said: 'Hello! Tell me something about you, and I will remember it.' },
  'ask-before-sending': {
    result: 'Sent:\n\nDear Ada,\n\nyour order 1842 arrives on Thursday.\n\nKind regards',
  },
  'loop-over-a-list': { cards: 'Seat 4: Ada\nSeat 7: Grace\nSeat 1: Linus' },
  'classify-and-route': { reply: 'Thank you for the report. A colleague will look at it today.' },
  'agent-with-tools': {
    steps: [{ tool: 'Calculator', args: { expression: '17 * 23' }, result: { result: 391 }, ms: expect.any(Number) }],
    said: '17 times 23 is **391**.',
  },
  'csv-to-json': {
    cities: [
      { city: 'Utrecht', people: 361924 },
      { city: 'Leiden', people: 127046 },
      { city: 'Delft', people: 106086 },
    ],
    count: 3,
  },
  'webhook-to-answer': { answer: 'The order is empty.' },
  'form-intake': { ticket: 'Urgent! Ada: The printer is out of ink' },
  'extract-to-json': {
    order: {
      customer: 'Grace',
      deliverBy: '2026-05-14',
      lines: [
        { item: 'box of paper', quantity: 4 },
        { item: 'pen', quantity: 2 },
      ],
    },
  },
  'summarise-text': { summary: expect.stringContaining('eleven villages'), words: { before: 78, after: 28 } },
  'schedule-with-counter': { message: expect.stringMatching(/^Run number \d+, planned for 2026-01-01T12:/) },
  'questions-about-documents': {
    sources: [expect.objectContaining({ id: 'hours' }), expect.objectContaining({ id: 'loans' })],
    said: expect.stringMatching(
      /- \[hours\] The library is open[\s\S]*Question: When is the library open on Saturday\?$/,
    ),
  },
  'expense-approval': { decision: 'Paid: 148.5 to Ada.' },
  'review-of-changes': {
    message: 'All changes were taken over.',
    record: { city: 'London', name: 'Ada King', phone: '020 7946 0815' },
  },
  'call-another-workflow': { result: { sum: 207.11, totals: [121, 72.48, 13.63] } },
  'retry-and-error-path': {
    price: { price: 4.2, source: 'the last known one', because: expect.stringContaining('prices.example.invalid') },
  },
  'repeat-until': { result: 'After 6 years there are 5245.1.' },
}

export function drawn(template: Template, catalogue: Catalogue, helper?: string) {
  const result = graphOf(template, catalogue, { unique: template.id, ...(helper === undefined ? {} : { helper }) })
  if (!result.ok) throw new Error(`${template.id}: ${JSON.stringify(result.command)}: ${result.problem.message}`)
  return { nodes: [...result.graph.nodes], edges: [...result.graph.edges] }
}

/** Answers what is asked until the execution is over. */
export async function driven(client: Client, execution: string): Promise<PipelineDetail> {
  const isOver = async () => !['pending', 'running'].includes(await client.statusOf(execution))
  await client.until(async () => {
    const open = await client.call<Interrupt[]>('GET', `/pipelines/${execution}/interrupts?status=pending`)
    for (const interrupt of open.data) {
      const answered = await client.call('POST', `/interrupts/${interrupt.id}`, { value: answerTo(interrupt) })
      expect(answered.status).toBe(200)
    }
    return isOver()
    // A machine without a network may take long to report the error.
  })
  return client.detail(execution)
}

export function answerTo({ type, config }: Interrupt): unknown {
  const changes = config.changes as { field: string }[] | undefined
  if (type === 'confirmation') return true
  if (type === 'form') return { name: 'Ada', subject: 'The printer is out of ink', urgency: 'high' }
  if (type === 'review') {
    const total = changes?.length ?? 0
    const decisions = Object.fromEntries((changes ?? []).map(({ field }) => [field, { accepted: true }]))
    return { decisions, summary: { accepted: total, rejected: 0, total } }
  }
  return 'Ada'
}
