/** The built-in templates of the page: each is valid without a doubt, lies well on the canvas, and runs to its end offline. */
import {
  type Catalogue,
  type PipelineDetail,
  parseHandle,
  type ValidationResult,
  type WorkflowEdge,
} from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from '../packages/service/src/features/executions/testing/client.ts'
import type { Interrupt } from '../packages/service/src/features/interrupts/wire.ts'
import { geometryOf } from '../packages/web/src/canvas/geometry.ts'
import { lookOf } from '../packages/web/src/canvas/node-look.ts'
import { TEMPLATES } from '../packages/web/src/home/templates/all-templates.ts'
import { graphOf, newWorkflowOf, type Template } from '../packages/web/src/home/templates/template.ts'

/** What each puts out when it is started without inputs and every question is answered with yes. */
const RESULTS: Readonly<Record<string, unknown>> = {
  'hello-world': { greeting: 'Hello, world!' },
  'chatbot-with-memory': { said: 'Hello! Tell me something about you, and I will remember it.' },
  'ask-before-sending': {
    result: 'Sent:\n\nDear Ada,\n\nyour order 1842 arrives on Thursday.\n\nKind regards',
  },
  'loop-over-a-list': { cards: 'Seat 4: Ada\nSeat 7: Grace\nSeat 1: Linus' },
  'classify-and-route': { reply: 'Thank you for telling us. Somebody looks at it today.' },
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
  'schedule-with-counter': { message: expect.stringMatching(/^Run number 1, planned for 2026-01-01T12:/) },
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

let client: Client
let catalogue: Catalogue
beforeAll(async () => {
  client = await Client.open()
  catalogue = client.service.services.catalogue
})
afterAll(() => client[Symbol.asyncDispose]())

test('there are at least twelve, with ids and names of their own', () => {
  expect(TEMPLATES.length).toBeGreaterThanOrEqual(12)
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length)
  expect(new Set(TEMPLATES.map(({ name }) => name)).size).toBe(TEMPLATES.length)
})

describe.each(TEMPLATES.map((template) => [template.id, template] as const))('%s', (_, template) => {
  test('has no error and no warning', async () => {
    for (const one of [template, ...(template.helper ? [template.helper] : [])]) {
      const body = { id: crypto.randomUUID(), name: one.name, metadata: {}, ...drawn(one, 'other') }
      const { data } = await client.call<ValidationResult>('POST', '/workflows/validate', body)
      expect({ errors: data.errors, warnings: data.warnings }).toEqual({ errors: [], warnings: [] })
    }
  })

  test('lies well: nothing overlaps, and only loops lead backwards', () => {
    const { nodes, edges } = drawn(template)
    const wired = wiredPorts(edges)
    const boxes = nodes.map((node) => {
      const { width, height } = geometryOf(lookOf(node, catalogue.types, wired.get(node.id) ?? new Set()), node)
      const { x = 0, y = 0 } = node.position ?? {}
      return { id: node.id, left: x, right: x + width, top: y, bottom: y + height }
    })
    for (const [at, a] of boxes.entries()) {
      const near = boxes
        .slice(at + 1)
        .filter((b) => a.left < b.right + 16 && b.left < a.right + 16 && a.top < b.bottom + 16 && b.top < a.bottom + 16)
      expect(near.map(({ id }) => `${a.id} and ${id}`)).toEqual([])
    }
    const boxOf = new Map(boxes.map((box) => [box.id, box]))
    const back = edges.filter(({ source, target }) => (boxOf.get(source)?.right ?? 0) > (boxOf.get(target)?.left ?? 0))
    expect(back.filter(({ targetHandle }) => !targetHandle?.endsWith('-loop_back'))).toEqual([])
  })

  test('says that it works offline where it would ask a model', () => {
    const providers = Object.values(template.nodes).flatMap(({ config }) => config?.provider ?? [])
    expect(new Set(providers)).toEqual(new Set(template.usesModel ? ['echo'] : []))
    const notes = Object.values(template.nodes).flatMap(({ type, config }) =>
      type === 'notes' ? [String(config?.content)] : [],
    )
    expect(notes.length).toBeGreaterThan(0)
    expect(notes.some((text) => text.includes('offline'))).toBe(
      template.usesModel === true || template.id === 'retry-and-error-path',
    )
  })

  test('runs to its end offline', async () => {
    const helper = template.helper && (await client.store(drawn(template.helper), template.helper.name))
    const body = newWorkflowOf(template, drawn(template, helper))
    const { status, data } = await client.call<{ id: string }>('POST', '/workflows', body)
    expect(status).toBe(201)
    const end = await driven(await client.start(data.id))
    expect({ status: end.status, error: end.error ?? null }).toEqual({ status: 'completed', error: null })
    const said = end.jobs.find(({ node_id }) => node_id === 'reply')?.output_data
    expect({ ...end.outputs, ...(said === undefined ? {} : { said: said.message }) }).toEqual(RESULTS[template.id])
  })
})

function drawn(template: Template, helper?: string) {
  const result = graphOf(template, catalogue, { unique: template.id, ...(helper === undefined ? {} : { helper }) })
  if (!result.ok) throw new Error(`${template.id}: ${JSON.stringify(result.command)}: ${result.problem.message}`)
  return { nodes: [...result.graph.nodes], edges: [...result.graph.edges] }
}

/** Answers what is asked until the execution is over. */
async function driven(execution: string): Promise<PipelineDetail> {
  const isOver = async () => !['pending', 'running'].includes(await client.statusOf(execution))
  await client.until(async () => {
    const open = await client.call<Interrupt[]>('GET', `/pipelines/${execution}/interrupts?status=pending`)
    for (const interrupt of open.data) {
      const answered = await client.call('POST', `/interrupts/${interrupt.id}`, { value: answerTo(interrupt) })
      expect(answered.status).toBe(200)
    }
    return isOver()
    // A machine without a network may take its time to say so.
  })
  return client.detail(execution)
}

function answerTo({ type, config }: Interrupt): unknown {
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

/** For every node the ports that an edge touches. */
function wiredPorts(edges: readonly WorkflowEdge[]): ReadonlyMap<string, ReadonlySet<string>> {
  const wired = new Map<string, Set<string>>()
  const touch = (node: string, port: string) => wired.set(node, (wired.get(node) ?? new Set()).add(port))
  for (const { source, target, sourceHandle, targetHandle } of edges) {
    touch(source, `out:${parseHandle(sourceHandle ?? '', source, 'output')}`)
    touch(target, `in:${parseHandle(targetHandle ?? '', target, 'input')}`)
  }
  return wired
}
