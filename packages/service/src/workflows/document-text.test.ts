/** A save prints each node and edge once: for the stored document and for the reply. */
import type { Workflow } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { documentText } from './document-text.ts'
import { type Printing, printWorkflow } from './print-workflow.ts'
import type { Saved } from './saved-reply.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

const type = (node_type_id: string) => ({ node_type_id, id: node_type_id })
const config = { operation: 'uppercase', text: '"metadata":{}}} ,"metadata":' }

/** Nodes whose sent form differs in other ways from the stored one. */
const NODES: Readonly<Record<string, object>> = {
  'data at the end': { type: 'universalNode', position: { x: 1, y: 2 }, data: { label: 'A', config } },
  'metadata at the end': { type: 'universalNode', data: { config, metadata: type('text_formatter') } },
  'metadata first': { type: 'universalNode', data: { metadata: type('text_formatter'), config } },
  'keys of the client': { data: { config, metadata: { ...type('text_formatter'), host: { metadata: { a: '}' } } } } },
  'keys after the data': { data: { config, metadata: type('text_formatter') }, deletable: true, more: [1, null] },
  'an own node id': { type: 'text_formatter', data: { config, nodeId: 'another' } },
  'no data': { type: 'text_formatter' },
  'no config': { type: 'text_formatter', data: { label: 'No config' } },
  'default branches': { type: 'switch', data: { config: { value: 1 } } },
  'placeholders of a template': { data: { config: { template: '{{ item }}' }, metadata: type('prompt_template') } },
  'old extensions': { type: 'text_formatter', data: { config, extensions: { 'millrace:join': 'any' } } },
  'current extensions': {
    type: 'text_formatter',
    data: { config, extensions: { 'millrace:join': { mode: 'any' } } },
  },
  'an unknown type': { type: 'universalNode', data: { config, metadata: { ...type('unknown'), inputs: [] } } },
  'a secret': { type: 'webhook_trigger', data: { config: { path: 'p', auth: 'secret', secret: 'kept for later' } } },
  'no type': { data: { config: {} } },
}

async function saved(printing?: Printing): Promise<Saved> {
  const nodes = Object.entries(NODES).map(([id, node]) => ({ id, ...node }))
  const edges = [{ id: 'e', source: 'data at the end', target: 'no data', data: { label: 'ü "' } }]
  const body = { name: 'Texts', nodes, edges, config: { active: true }, more: { kept: [true] } }
  const by = { id: 'u', name: 'User', role: 'editor' } as never
  return service.services.workflows.create(body, by, printing && { printing })
}

describe('the text of a saved document', () => {
  test.each([
    ['with copies of the types', { origin: '', isCopied: true }],
    ['with addresses for another origin', { origin: 'https://host.example', isCopied: true }],
    ['with references to the types', { origin: '', isCopied: false }],
  ])('is sent %s as if the workflow was printed again', async (_, printing) => {
    const { catalogue } = service.services
    const { json, workflow } = await saved(printing)
    expect(json.text).toBe((await printWorkflow(workflow, catalogue, printing)).text)
    expect(json.text).not.toContain('kept for later')
  })

  test('is the JSON of the document', async () => {
    const { workflow } = await saved()
    const { document } = await service.services.workflows.get(workflow.id)
    const again = JSON.parse(document) as Workflow
    expect(document).toBe(JSON.stringify(again))
    expect(Object.keys(again)).toEqual(expect.arrayContaining(['id', 'nodes', 'edges', 'metadata', 'config', 'more']))
  })

  test.each([
    ['an empty one', 0],
    ['one node', 1],
    ['a long one', 20_000],
  ])('is the same for %s', async (_, count) => {
    const nodes = Array.from({ length: count }, (_, at) => ({ id: `n${at}`, data: { label: 'x'.repeat(80) } }))
    const document = { nodes, name: 'N', more: undefined, edges: [] } as unknown as Workflow
    const known = { nodes: nodes.map((_, at) => (at % 3 === 0 ? undefined : { json: undefined })), edges: [] }
    const once = await documentText(document)
    expect(once.text).toBe(JSON.stringify(document))
    expect(await documentText(document, known)).toEqual(once)
    expect(await documentText(document, known)).toEqual(once)
  })
})
