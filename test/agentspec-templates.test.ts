/** Every template leaves as Agent Spec, comes back as it was drawn, and gives the same as a workflow and as a flow. */
import { readFileSync } from 'node:fs'
import { readAgentSpec } from '@millrace/agentspec'
import { officialProblems } from '@millrace/agentspec/testing/official-rules'
import { type Catalogue, type Interrupt, nodeTypeIdOf, type WorkflowNode } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { clientOf } from '../packages/service/src/agentspec/testing/flows.ts'
import { Client } from '../packages/service/src/executions/testing/client.ts'
import { TEMPLATES } from '../packages/web/src/home/templates/all-templates.ts'
import { newWorkflowOf, type Template } from '../packages/web/src/home/templates/template.ts'
import { answerTo, drawn, driven, RESULTS } from './template-runs.ts'

type Json = Record<string, unknown>

let client: Client
let flows: ReturnType<typeof clientOf>
let catalogue: Catalogue
beforeAll(async () => {
  client = await Client.open()
  flows = clientOf(client.service)
  catalogue = client.service.services.catalogue
})
afterAll(() => client[Symbol.asyncDispose]())

const FORMS = ['dialect=simple', 'dialect=simple&format=document', 'dialect=official']

/** The differing outputs of templates as flows; the export warns of each difference. */
const AS_FLOW: Readonly<Record<string, Json>> = {
  // The flow itself sends the messages of a conversation.
  'chatbot-with-memory': { history: [expect.anything(), expect.anything()] },
  'questions-about-documents': { sources: [expect.anything(), expect.anything()] },
  'agent-with-tools': { steps: null },
  // A catch node outputs the message of a failure, not the failure.
  'retry-and-error-path': { price: { price: 4.2, source: 'the last known one' } },
  'extract-to-json': { ...(RESULTS['extract-to-json'] as Json), problems: null },
}

/** What a run by hand finds out for itself. */
const FLOW_INPUTS: Readonly<Record<string, Json>> = {
  'schedule-with-counter': { clock: '2026-01-01T12:00:00.000Z' },
}

describe.each(TEMPLATES.map((template) => [template.id, template] as const))('%s', (_, template) => {
  test('comes back as it was drawn and runs with the same result', { timeout: 120_000 }, async () => {
    const { id, graph } = await stored(template)
    const exports = await exportsOf(id)
    await client.call('DELETE', `/workflows/${id}`)
    for (const { form, flow } of exports) {
      const back = await flows.call('POST', '/workflows/import/agentspec?save=true', flow)
      const workflow = back.body.data as { id: string; nodes: WorkflowNode[]; edges: unknown[] }
      expect([form, bare(workflow.nodes), workflow.edges]).toEqual([form, bare(graph.nodes), graph.edges])
      const end = await driven(client, await client.start(workflow.id))
      const said = end.jobs.find(({ node_id }) => node_id === 'reply')?.output_data
      expect([form, end.status, end.error ?? null]).toEqual([form, 'completed', null])
      expect({ ...end.outputs, ...(said === undefined ? {} : { said: said.message }) }).toEqual(RESULTS[template.id])
      await client.call('DELETE', `/workflows/${workflow.id}`)
    }
  })

  test('gives the same as a flow that is submitted', { timeout: 120_000 }, async () => {
    const { id } = await stored(template)
    for (const { form, flow } of await exportsOf(id)) {
      if (form === 'dialect=official') expect(officialProblems(flow)).toEqual([])
      expect([form, (await flows.call('POST', '/agentspec/flows/validate', flow)).body.errors]).toEqual([form, []])
      const run = await flows.start(flow, FLOW_INPUTS[template.id] ?? {}, { options: { maxSteps: 5000 } })
      expect([form, await overAfterAnswers(run)]).toEqual([form, { status: 'completed', error: null }])
      expect((await flows.results(run)).body).toEqual(AS_FLOW[template.id] ?? RESULTS[template.id])
    }
    await client.call('DELETE', `/workflows/${id}`)
  })
})

test('the documents of the example keep the rules by which the official SDK loads them', async () => {
  const folder = new URL('../examples/08-agent-spec-there-and-back/', import.meta.url)
  const flow = parse(readFileSync(new URL('flow.yaml', folder), 'utf8')) as Json
  expect(officialProblems(flow)).toEqual([])
  const read = readAgentSpec(flow)
  if (read.errors !== undefined) throw new Error(read.errors.join('\n'))
  // A version that is too low for the content is a warning here and a refusal there.
  expect(read.warnings).toEqual([])
  const workflow = JSON.parse(readFileSync(new URL('workflow.json', folder), 'utf8')) as Json
  const { data } = await client.call<{ id: string }>('POST', '/workflows', workflow)
  const { body } = await flows.call('GET', `/workflows/${data.id}/export/agentspec?dialect=official`)
  expect(officialProblems(body)).toEqual([])
})

test('an export lists the nodes that only Millrace can run', async () => {
  const { id } = await stored(TEMPLATES.find((one) => one.id === 'hello-world') as Template)
  const { body } = await flows.call('GET', `/workflows/${id}/validate/agentspec`)
  expect(body).toEqual({ valid: true, errors: [], warnings: ['Only Millrace can run `Greeting` (prompt_template)'] })
})

async function stored(template: Template) {
  const helper = template.helper && (await client.store(drawn(template.helper, catalogue), template.helper.name))
  const graph = drawn(template, catalogue, helper)
  const { status, data } = await client.call<{ id: string }>('POST', '/workflows', newWorkflowOf(template, graph))
  expect(status).toBe(201)
  return { id: data.id, graph }
}

async function exportsOf(id: string): Promise<{ form: string; flow: Json }[]> {
  const all: { form: string; flow: Json }[] = []
  for (const form of FORMS) {
    const { status, body } = await flows.call('GET', `/workflows/${id}/export/agentspec?${form}`)
    expect([form, status, body.errors]).toEqual([form, 200, undefined])
    all.push({ form, flow: body })
  }
  return all
}

/** Answers what the flow asks until it is over. */
async function overAfterAnswers(run: string): Promise<Json> {
  for (;;) {
    const record = await flows.until(
      run,
      ({ status, waiting_for }) => status !== 'running' || waiting_for !== undefined,
    )
    if (record.status !== 'running') return { status: record.status, error: record.error ?? null }
    for (const { interruptId } of record.waiting_for as { interruptId: string }[]) {
      const { data } = await client.call<Interrupt>('GET', `/interrupts/${interruptId}`)
      expect((await flows.answer(interruptId, toolAnswer(data))).status).toBe(200)
    }
  }
}

/** A question of the workflow is asked as a form for what its node would give. */
function toolAnswer(interrupt: Interrupt): unknown {
  const { schema } = interrupt.config as { schema?: { properties?: Json } }
  if (interrupt.type !== 'form' || schema?.properties === undefined) return answerTo(interrupt)
  const branch = schema.properties.branch as { enum?: unknown[] } | undefined
  const isForm = Object.hasOwn(schema.properties, 'data')
  const record = { city: 'London', name: 'Ada King', phone: '020 7946 0815' }
  return {
    ...(branch === undefined ? {} : { branch: branch.enum?.[0] }),
    ...(isForm ? { data: answerTo(interrupt) } : {}),
    ...(Object.hasOwn(schema.properties, 'accepted') ? { accepted: record, decisions: {} } : {}),
  }
}

/** Nodes without the copies of their types. */
function bare(nodes: readonly WorkflowNode[]): unknown {
  return nodes.map((node) => ({ ...node, data: { ...node.data, metadata: nodeTypeIdOf(node) } }))
}
