import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { chain, clientOf, llm, text } from './testing/flows.ts'

let service: TestService
let client: ReturnType<typeof clientOf>
beforeAll(async () => {
  service = await testService()
  client = clientOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const flow = chain([llm('greet', 'Hello {{name}}', 'greeting')], [text('name')], [text('greeting')])

async function stored(): Promise<string> {
  const { status, body } = await client.call('POST', '/workflows/import/agentspec?save=true', flow)
  expect(status).toBe(200)
  return (body.data as { id: string }).id
}

describe('import', () => {
  test('returns a workflow with a new id and stores nothing', async () => {
    const { status, body } = await client.call('POST', '/workflows/import/agentspec', flow)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, data: { name: 'Test flow', nodes: [{}, {}, {}] } })
    const { id } = body.data as { id: string }
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect((await client.call('GET', `/workflows/${id}`)).status).toBe(404)
  })

  test('stores the workflow if requested', async () => {
    expect((await client.call('GET', `/workflows/${await stored()}`)).status).toBe(200)
  })

  test('accepts documents and YAML', async () => {
    expect((await client.call('POST', '/workflows/import/agentspec', { flow })).body).toMatchObject({
      data: { name: 'Test flow' },
    })
    const yaml =
      'component_type: Flow\nagentspec_version: 25.4.1\nid: f\nname: Empty\nstart_node: {$component_ref: s}\nnodes: [{$component_ref: s}, {$component_ref: e}]\ncontrol_flow_connections:\n- {component_type: ControlFlowEdge, id: c, name: c, from_node: {$component_ref: s}, to_node: {$component_ref: e}}\n$referenced_components:\n  s: {component_type: StartNode, id: s, name: s}\n  e: {component_type: EndNode, id: e, name: e}\n'
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/workflows/import/agentspec',
      headers: { ...service.as('editor'), 'content-type': 'application/yaml' },
      payload: yaml,
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { data: { name: 'Empty' } }])
  })

  test('rejects structural errors with 422 and all reasons, and only warns about what prevents running', async () => {
    const step = (from_node: string, to_node: string) => ({ name: `${from_node}_to_${to_node}`, from_node, to_node })
    const broken = {
      ...flow,
      control_flow_connections: [
        step('start', 'greet'),
        step('greet', 'end'),
        step('end', 'nowhere'),
        step('greet', 'start'),
      ],
      data_flow_connections: [
        { name: 'd', source_node: 'gone', source_output: 'a', destination_node: 'end', destination_input: 'greeting' },
      ],
    }
    expect(await client.call('POST', '/workflows/import/agentspec', broken)).toEqual({
      status: 422,
      body: {
        success: false,
        error: 'Control edge `end_to_nowhere`: `to_node` names `nowhere`, which is not in the flow',
        code: 'VALIDATION_ERROR',
        valid: false,
        errors: [
          'Control edge `end_to_nowhere`: `to_node` names `nowhere`, which is not in the flow',
          'Control edge `end_to_nowhere`: leaves EndNode `end`, but an EndNode cannot have outgoing edges',
          'Control edge `greet_to_start`: leads to StartNode `start`, but a StartNode cannot have incoming edges',
          'Data edge `d`: `source_node` names `gone`, which is not in the flow',
        ],
        warnings: [expect.stringContaining('2 control edges leave by branch `next`')],
      },
    })
    const bare = { ...flow, nodes: [], control_flow_connections: [] }
    expect(await client.call('POST', '/workflows/import/agentspec', bare)).toMatchObject({
      status: 422,
      body: { errors: expect.arrayContaining(['Flow `Test flow`: `nodes` is empty']) },
    })
    // The simple form allows incomplete flows that can be finished in the editor; the official form does not.
    const half = {
      ...flow,
      nodes: (flow.nodes as object[]).slice(0, 2),
      control_flow_connections: [step('start', 'greet')],
    }
    expect(await client.call('POST', '/workflows/import/agentspec', half)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('at least one EndNode') },
    })
    const official = { component_type: 'Flow', id: 'f', name: 'f', agentspec_version: '25.4.1' }
    const start = { component_type: 'StartNode', id: 's', name: 's' }
    const open = { ...official, start_node: start, nodes: [start], control_flow_connections: [] }
    expect(await client.call('POST', '/workflows/import/agentspec', open)).toMatchObject({
      status: 422,
      body: { errors: expect.arrayContaining(['Flow `f`: must have at least one EndNode']) },
    })
    const dull = { ...flow, nodes: [...(flow.nodes as object[]), { component_type: 'teleport_node', name: 'far' }] }
    const drawn = await client.call('POST', '/workflows/import/agentspec', dull)
    expect(drawn).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('`teleport_node` is unknown') },
    })
  })

  test.each(['simple', 'official'])('rejects a flow without control_flow_connections (%s dialect)', async (dialect) => {
    const start = { component_type: 'StartNode', id: 's', name: 's' }
    const official = { component_type: 'Flow', id: 'f', name: 'f', agentspec_version: '25.4.1', start_node: start }
    const { control_flow_connections: _, ...seed } = flow
    const given = dialect === 'simple' ? seed : { ...official, nodes: [start] }
    for (const body of [given, { ...given, control_flow_connections: null }]) {
      expect(await client.call('POST', '/workflows/import/agentspec', body)).toMatchObject({
        status: 422,
        body: {
          success: false,
          error: expect.stringContaining('`control_flow_connections` is missing'),
          code: 'VALIDATION_ERROR',
          valid: false,
          errors: [expect.stringContaining('`control_flow_connections` is missing')],
        },
      })
    }
  })

  test('rejects a document with 400,000 components', async () => {
    const wide = { ...flow, nodes: Array.from({ length: 400_000 }, () => ({})) }
    expect((await client.call('POST', '/workflows/import/agentspec', wide)).status).toBe(422)
    const checked = await client.call('POST', '/agentspec/flows/validate', wide)
    expect(checked).toMatchObject({ status: 200, body: { valid: false } })
    expect((await client.call('POST', '/agentspec/flows/execute', { flow: wide })).status).toBe(422)
  })

  test('rejects a document that is not Agent Spec with 422 and the keys of a check', async () => {
    expect(await client.call('POST', '/workflows/import/agentspec', { hello: 1 })).toEqual({
      status: 422,
      body: {
        ...{ success: false, error: expect.any(String), code: 'VALIDATION_ERROR' },
        ...{ valid: false, errors: [expect.any(String)], warnings: [] },
      },
    })
  })
})

describe('export', () => {
  test('is the same at both endpoints and can be imported again', async () => {
    const id = await stored()
    const one = await client.call('GET', `/workflows/${id}/export/agentspec`)
    expect(one.status).toBe(200)
    expect(one.body).toMatchObject({ component_type: 'flow', start_node: 'start' })
    expect(await client.call('GET', `/agentspec/workflows/${id}`)).toEqual(one)
    expect((await client.call('POST', '/workflows/import/agentspec', one.body)).status).toBe(200)
  })

  test('is available as a document, and in the official form as JSON or YAML', async () => {
    const id = await stored()
    expect((await client.call('GET', `/workflows/${id}/export/agentspec?format=document`)).body).toMatchObject({
      flow: { component_type: 'flow' },
    })
    expect((await client.call('GET', `/workflows/${id}/export/agentspec?dialect=official`)).body).toMatchObject({
      component_type: 'Flow',
      agentspec_version: expect.any(String),
    })
    const yaml = await service.app.inject({
      url: `/api/v1/workflows/${id}/export/agentspec?dialect=official&as=yaml`,
      headers: service.as('viewer'),
    })
    expect(yaml.headers['content-type']).toMatch('application/yaml')
    expect(yaml.body).toMatch(/^component_type: Flow/)
    expect((await client.call('GET', `/workflows/${id}/export/agentspec?format=other`)).status).toBe(400)
  })

  test('an exported flow runs unchanged', async () => {
    const { body } = await client.call('GET', `/workflows/${await stored()}/export/agentspec`)
    const id = await client.start(body, { name: 'Ada' })
    expect(await client.over(id)).toMatchObject({ status: 'completed' })
  })

  test('rejects a workflow that cannot be exported with 422 and the result of the check', async () => {
    const made = await client.call('POST', '/workflows', { name: 'Empty', nodes: [], edges: [] })
    const { id } = made.body.data as { id: string }
    const check = {
      valid: false,
      errors: expect.arrayContaining(['Workflow has no nodes']),
      warnings: expect.any(Array),
    }
    expect(await client.call('GET', `/workflows/${id}/export/agentspec`)).toEqual({
      status: 422,
      body: { success: false, error: 'Workflow has no nodes', code: 'VALIDATION_ERROR', ...check },
    })
    expect(await client.call('GET', `/workflows/${id}/validate/agentspec`)).toEqual({ status: 200, body: check })
    expect((await client.call('GET', `/workflows/${await stored()}/validate/agentspec`)).body).toMatchObject({
      valid: true,
      errors: [],
    })
    expect((await client.call('GET', '/workflows/nothing/validate/agentspec')).status).toBe(404)
  })
})
