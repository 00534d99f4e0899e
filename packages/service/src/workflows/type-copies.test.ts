/** Nodes in replies carry their id and a copy of their type from the catalogue; stored nodes do not. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type NodeType, templatePlaceholders, type Workflow, type WorkflowNode } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { completeWorkflow, printWorkflow } from './print-workflow.ts'
import { parseYaml } from './yaml.ts'

const HOST = 'https://host.example'
const COPIED = { origin: '', isCopied: true }
const EXAMPLES = join(import.meta.dirname, '../../../../examples')

let service: TestService
beforeAll(async () => {
  service = await testService({ flags: ['--cors-origin', HOST, '--allowed-host', 'api.example'] })
})
afterAll(() => service[Symbol.asyncDispose]())

async function call(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  { body, headers }: { body?: object; headers?: object } = {},
) {
  const answer = await service.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...service.as('editor'), ...headers },
    ...(body === undefined ? {} : { payload: body }),
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer
}

async function dataOf(...given: Parameters<typeof call>): Promise<Workflow> {
  return (await call(...given)).json().data
}

async function create(nodes: readonly object[]): Promise<Workflow> {
  return dataOf('POST', '/workflows', { body: { name: 'Copies', nodes, edges: [] } })
}

async function stored(id: string): Promise<Workflow> {
  return JSON.parse((await service.services.workflows.get(id)).document)
}

/** Expects the fields that the public editor needs to draw a node. */
function expectDrawable({ nodes }: { readonly nodes: readonly WorkflowNode[] }): void {
  const { types } = service.services.catalogue
  for (const { id, data } of nodes) {
    const metadata = data?.metadata as NodeType | undefined
    expect([id, data?.nodeId]).toEqual([id, id])
    const type = types.get(metadata?.node_type_id ?? '')
    if (type === undefined) throw new Error(`The catalogue has no type for the node ${id}.`)
    const config: Readonly<Record<string, unknown>> = data?.config ?? {}
    // The public editor adds the inputs that the user named by itself.
    const named = Array.isArray(config.dynamicInputs) ? config.dynamicInputs.map(({ name }) => name) : []
    const placeholders = templatePlaceholders(type, config).filter((name) => !named.includes(name))
    expect(metadata).toEqual({
      ...type,
      inputs: [...type.inputs, ...placeholders.map((name) => expect.objectContaining({ id: name }))],
    })
    expect(metadata?.id).toBe(metadata?.node_type_id)
  }
}

const STUB = {
  id: 'a',
  type: 'universalNode',
  data: { label: 'A', config: {}, metadata: { node_type_id: 'text_input' } },
}
const BARE = { id: 'b', type: 'text_output' }

describe('nodes are complete', () => {
  test('in the replies to create, read, list, update, import, restore and a read of a version', async () => {
    const made = await create([STUB, BARE])
    expectDrawable(made)
    const read = await dataOf('GET', `/workflows/${made.id}`)
    expect(read).toEqual(made)
    const { data: listed } = (await call('GET', '/workflows?types=copied&search=Copies')).json() as { data: Workflow[] }
    expect(listed.find(({ id }) => id === made.id)).toEqual(made)
    expectDrawable(await dataOf('PUT', `/workflows/${made.id}`, { body: { name: 'Saved', nodes: made.nodes } }))
    expectDrawable(await dataOf('GET', `/workflows/${made.id}/versions/1`))
    expectDrawable(await dataOf('POST', `/workflows/${made.id}/versions/1/restore`))
    expectDrawable(await dataOf('POST', '/workflows/import', { body: { ...made } }))
  })

  test('in exports, as JSON and as YAML', async () => {
    const { id } = await create([STUB, BARE])
    expectDrawable((await call('GET', `/workflows/${id}/export`)).json())
    expectDrawable(parseYaml((await call('GET', `/workflows/${id}/export?format=yaml`)).body) as Workflow)
  })

  test('in a workflow imported from an Agent Spec flow', async () => {
    const flow = (name: string, component_type: string) => ({ component_type, name, inputs: [], outputs: [] })
    const body = {
      component_type: 'flow',
      name: 'Flow',
      start_node: 's',
      nodes: [flow('s', 'start_node'), flow('e', 'end_node')],
      control_flow_connections: [{ name: 'c', from_node: 's', to_node: 'e' }],
      data_flow_connections: [],
    }
    expectDrawable(await dataOf('POST', '/workflows/import/agentspec', { body }))
    expectDrawable(await dataOf('POST', '/workflows/import/agentspec?save=true', { body }))
  })

  const examples = readdirSync(EXAMPLES).flatMap((folder) =>
    readdirSync(join(EXAMPLES, folder))
      .filter((file) => file.endsWith('.json'))
      .map((file) => join(folder, file)),
  )
  test.each(examples.filter((path) => !path.startsWith('02')))('in the example %s', async (path) => {
    const { id: _, ...body } = JSON.parse(readFileSync(join(EXAMPLES, path), 'utf8'))
    expectDrawable(await dataOf('POST', '/workflows', { body }))
  })
})

describe('gateways', () => {
  test('are sent with the default branches of their type but stored and run as saved', async () => {
    const gate = (id: string, config: object) => ({ id, type: 'if_else', data: { config } })
    const own = [{ name: 'only', isDefault: true }]
    const made = await create([gate('a', {}), gate('b', { branches: own })])
    expect(made.nodes.map(({ data }) => data?.config?.branches)).toMatchObject([
      [{ name: 'True' }, { name: 'False' }],
      own,
    ])
    expect((await stored(made.id)).nodes.map(({ data }) => data?.config)).toEqual([{}, { branches: own }])
  })
})

describe('storage', () => {
  test('contains no copies of built-in types, even if a client sends them', async () => {
    const made = await create([STUB, BARE])
    const first = await stored(made.id)
    await dataOf('PUT', `/workflows/${made.id}`, { body: made })
    const second = await stored(made.id)
    expect(first.nodes).toEqual([STUB, BARE])
    expect(second.nodes).toEqual([STUB, { ...BARE, data: { config: {} } }])
    expect((await service.services.workflows.get(made.id)).revision).toBe(2)
  })

  test('saving an unchanged reply changes only the revision', async () => {
    const made = await create([STUB, { ...BARE, data: { config: {}, label: 'B' } }])
    await dataOf('PUT', `/workflows/${made.id}`, { body: made })
    const { body } = await call('GET', `/workflows/${made.id}/versions/diff?from=1&to=2`)
    expect(JSON.parse(body).data).toEqual({
      workflow: [],
      nodes: { added: [], removed: [], changed: [] },
      edges: { added: [], removed: [], changed: [] },
    })
  })

  test('keeps the copy of a type that the catalogue does not know', async () => {
    const metadata = { node_type_id: 'gone', inputs: [{ id: 'x', dataType: 'string' }], outputs: [], hostKey: 1 }
    const made = await create([{ id: 'a', data: { metadata } }])
    expect(made.nodes[0]?.data?.metadata).toMatchObject({ ...metadata, id: 'gone' })
    expect((await stored(made.id)).nodes[0]?.data?.metadata).toEqual(metadata)
  })
})

describe('types=referenced', () => {
  test('leaves the copies out of every reply', async () => {
    const nodes = [STUB, BARE]
    const made = await dataOf('POST', '/workflows?types=referenced', { body: { name: 'Lean', nodes, edges: [] } })
    expect(made.nodes).toEqual(nodes)
    for (const path of [`/workflows/${made.id}`, `/workflows/${made.id}/versions/1`]) {
      // A version has no state, so it lacks those fields.
      expect(made).toMatchObject(await dataOf('GET', `${path}?types=referenced`))
      expectDrawable(await dataOf('GET', path))
    }
    const { data } = (await call('GET', '/workflows?types=referenced&search=Lean')).json() as { data: Workflow[] }
    expect(data).toEqual([made])
    expect((await call('GET', `/workflows/${made.id}/export?types=referenced`)).json().nodes).toEqual(nodes)
  })

  test('is the default for an export whose copies would exceed the import limit', async () => {
    const nodes = Array.from({ length: 2001 }, (_, at) => ({ ...STUB, id: `n${at}` }))
    const { id } = await dataOf('POST', '/workflows?types=referenced', { body: { name: 'Large', nodes, edges: [] } })
    expect((await call('GET', `/workflows/${id}/export`)).json().nodes).toEqual(nodes)
    expectDrawable((await call('GET', `/workflows/${id}/export?types=copied`)).json())
  })
})

describe('printing', () => {
  function large(count: number): Workflow {
    const types = [...service.services.catalogue.types.keys()]
    const nodes = Array.from({ length: count }, (_, at) => ({ id: `n${at}`, type: types[at % types.length] ?? '' }))
    return { ...({ id: 'x', name: 'Large', edges: [], metadata: {} } as unknown as Workflow), nodes }
  }

  test('returns the same as completing every node', async () => {
    const { catalogue } = service.services
    const own = { id: 'o', data: { metadata: { node_type_id: 'switch', host: { a: [1] } }, nodeId: 'p', extra: null } }
    const workflow = { ...large(90), nodes: [...large(90).nodes, own, { id: 'u', type: 'unknown' }, { id: 'e' }] }
    expect(JSON.parse((await printWorkflow(workflow, catalogue, COPIED)).text)).toEqual(
      JSON.parse(JSON.stringify(await completeWorkflow(workflow, catalogue))),
    )
  })

  test('encodes a type once for all nodes and all replies', async () => {
    const { catalogue } = service.services
    const workflow = { ...large(0), nodes: ['a', 'b', 'c'].map((id) => ({ id, type: 'switch' })) }
    const copies = async () => {
      const { parts } = await printWorkflow(workflow, catalogue, COPIED)
      return parts.filter((part) => typeof part !== 'string')
    }
    const [first, ...others] = [...(await copies()), ...(await copies())]
    expect(JSON.parse(Buffer.from(first ?? []).toString())).toHaveProperty('id', 'switch')
    expect(others).toHaveLength(5)
    for (const copy of others) expect(copy).toBe(first)
  })

  test('writes the inputs of a template once, after those of its type', async () => {
    const { catalogue } = service.services
    const config = { template: 'Ship {{ count }} x {{ item }}' }
    const metadata = { node_type_id: 'prompt_template', host: 1 }
    const workflow = { ...large(0), nodes: [{ id: 't', data: { config, metadata } }] } as unknown as Workflow
    for (const origin of ['', HOST]) {
      const { text } = await printWorkflow(workflow, catalogue, { origin, isCopied: true })
      expect(text.split('"inputs":[')).toHaveLength(2)
      const [sent] = (JSON.parse(text) as Workflow).nodes
      const copy = sent?.data?.metadata as unknown as NodeType
      const fixed = catalogue.types.get('prompt_template')?.inputs ?? []
      expect(copy.inputs.map(({ id }) => id)).toEqual([...fixed.map(({ id }) => id), 'count', 'item'])
      expect(copy).toHaveProperty('host', 1)
    }
  })

  test('yields to other requests', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const { text } = await printWorkflow(large(10_000), service.services.catalogue, COPIED)
    isDone = true
    expect(text.length).toBeGreaterThan(10_000_000)
    expect(turns).toBeGreaterThanOrEqual(2)
  })
})

describe('addresses for autocomplete', () => {
  const urlsIn = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/"autocomplete":\{"url":"([^"]+)"/g)].map(([, url]) => String(url))
  const MODEL = { id: 'm', type: 'chat_model' }

  test('are absolute in node types and nodes for a page of another origin', async () => {
    const { id } = await create([MODEL])
    const headers = { origin: HOST, host: 'api.example:7410' }
    for (const path of [
      '/nodes',
      '/nodes/chat_model',
      `/workflows/${id}`,
      '/workflows?types=copied',
      `/workflows/${id}/versions/1`,
    ]) {
      const urls = urlsIn((await call('GET', path, { headers })).json())
      expect(urls.length, path).toBeGreaterThan(0)
      expect(urls.filter((url) => !url.startsWith('https://api.example:7410/api/v1/autocomplete/'))).toEqual([])
    }
  })

  test('are paths for pages of the same origin and for programs', async () => {
    const { id } = await create([MODEL])
    for (const headers of [{}, { origin: 'http://api.example', host: 'api.example' }]) {
      for (const path of ['/nodes', '/nodes/chat_model', `/workflows/${id}`]) {
        const urls = urlsIn((await call('GET', path, { headers })).json())
        expect(urls.filter((url) => !url.startsWith('/api/v1/autocomplete/'))).toEqual([])
      }
    }
  })
})
