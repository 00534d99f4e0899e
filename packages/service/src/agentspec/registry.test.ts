import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { asks, chain, clientOf, echo, text, tool } from './testing/flows.ts'

const file = join(mkdtempSync(join(tmpdir(), 'millrace-')), 'registry.yaml')
writeFileSync(
  file,
  `tools:
  - name: from_file
    inputs: [{ title: x, type: string }]
    outputs: [{ title: y, type: string }]
    implementation: { kind: code, source: "return args.x + '!'" }
agents:
  - name: helper
    description: Helps.
    system_prompt: Help {{who}}.
    llm_config: { name: echo, provider: echo, model_id: echo, script: ["Gladly."] }
    inputs: [{ title: who, type: string }]
    outputs: [{ title: said, type: string }]
`,
)

let service: TestService
let client: ReturnType<typeof clientOf>
beforeAll(async () => {
  service = await testService({ flags: ['--agentspec-registry', file] })
  client = clientOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const shout = {
  name: 'shout',
  description: 'Louder.',
  inputs: [text('x')],
  outputs: [text('y')],
  implementation: { kind: 'code', source: 'return args.x.toUpperCase()' },
}

const using = (name: string) => chain([tool('use', name, [text('x')], [text('y')])], [text('x')], [text('y')])

async function run(flow: unknown, inputs: Record<string, unknown>): Promise<unknown> {
  const id = await client.start(flow, inputs)
  const record = await client.over(id)
  return record.status === 'completed' ? (await client.results(id)).body : record
}

async function names(what: 'tools' | 'agents'): Promise<string[]> {
  const { body } = await client.call('GET', `/agentspec/${what}`)
  return (body as unknown as { name: string }[]).map(({ name }) => name)
}

describe('tools', () => {
  test('include the tool nodes of the catalogue and the entries of the file', async () => {
    expect(await names('tools')).toEqual(
      expect.arrayContaining(['calculator', 'date_time', 'from_file', 'http_request']),
    )
    expect(await run(using('from_file'), { x: 'hi' })).toEqual({ y: 'hi!' })
    const calculator = chain(
      [tool('work', 'calculator', [text('expression')], [{ title: 'result', type: 'number' }])],
      [text('expression')],
      [{ title: 'result', type: 'number' }],
    )
    expect(await run(calculator, { expression: '2 * 21' })).toEqual({ result: 42 })
  })

  test('list their inputs and outputs with types', async () => {
    const { body } = await client.call('GET', '/agentspec/tools')
    const listed = Object.fromEntries((body as unknown as { name: string }[]).map((one) => [one.name, one]))
    expect(listed.calculator).toMatchObject({
      component_type: 'server_tool',
      inputs: [
        { title: 'expression', type: 'string' },
        { title: 'values', type: 'array', items: { type: 'number' } },
      ],
      outputs: [{ title: 'result', type: 'number' }],
    })
    expect(listed.key_value).toMatchObject({
      outputs: [
        { title: 'value', default: null },
        { title: 'found', type: 'boolean' },
      ],
    })
    expect(listed.key_value).not.toHaveProperty('outputs.0.type')
  })

  test('can be registered, listed without implementation, run and unregistered', async () => {
    expect(await client.call('POST', '/agentspec/tools', shout)).toEqual({
      status: 201,
      body: {
        name: 'shout',
        description: 'Louder.',
        component_type: 'server_tool',
        inputs: [text('x')],
        outputs: [text('y')],
      },
    })
    expect(await names('tools')).toContain('shout')
    expect(await run(using('shout'), { x: 'hi' })).toEqual({ y: 'HI' })
    expect(await client.call('POST', '/agentspec/tools', shout)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS' },
    })
    expect((await client.call('DELETE', '/agentspec/tools/shout')).status).toBe(200)
    expect((await client.call('DELETE', '/agentspec/tools/shout')).status).toBe(404)
    expect((await client.call('DELETE', '/agentspec/tools/calculator')).status).toBe(404)
    expect(await names('tools')).not.toContain('shout')
  })

  test('are stored encrypted and inaccessible to nodes', async () => {
    const secret = {
      ...shout,
      name: 'secretive',
      implementation: { kind: 'http', url: 'https://a.test', headers: { authorization: 'Bearer hush-hush' } },
    }
    expect((await client.call('POST', '/agentspec/tools', secret)).status).toBe(201)
    const namespace = 'millrace agentspec registry'.padEnd(101, '.')
    const rows = await service.services.store.keyValues.list(namespace)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('hush')
    await client.call('DELETE', '/agentspec/tools/secretive')
  })

  test('include registered and published workflows', async () => {
    const workflow = {
      name: 'Twice',
      config: { tool: { name: 'twice' } },
      nodes: [
        {
          id: 's',
          type: 'start',
          data: {
            config: { schema: { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] } },
            metadata: { node_type_id: 'start' },
          },
        },
        { id: 'o', type: 'output', data: { config: { name: 'y' }, metadata: { node_type_id: 'output' } } },
      ],
      edges: [{ id: 'e', source: 's', target: 'o', sourceHandle: 's-output-inputs', targetHandle: 'o-input-value' }],
    }
    const made = await client.call('POST', '/workflows', workflow)
    expect(made.status).toBe(201)
    expect(await names('tools')).toContain('twice')
    const given = await run(using('twice'), { x: 'hi' })
    expect(given).toEqual({ y: expect.stringContaining('hi') })
    const id = (made.body.data as { id: string }).id
    await client.call('POST', '/agentspec/tools', {
      ...shout,
      name: 'other',
      implementation: { kind: 'workflow', workflow: id },
    })
    expect(await run(using('other'), { x: 'hi' })).toEqual(given)
    const flow = chain(
      [{ component_type: 'flow_node', name: 'sub', flow: id, inputs: [text('x')], outputs: [{ title: 'y' }] }],
      [text('x')],
      [{ title: 'y' }],
    )
    expect(await run(flow, { x: 'ho' })).toEqual({ y: { x: 'ho' } })
  })

  test.each([
    ['a syntax error', { kind: 'code', source: 'return args.x +' }, '/implementation/source', /SyntaxError/],
    ['a workflow that is not there', { kind: 'workflow', workflow: 'gone' }, '/implementation/workflow', /gone/],
    ['an address that is not a URL', { kind: 'http', url: 'nowhere' }, '/implementation/url', /URL/],
    ['an address that is not HTTP', { kind: 'http', url: 'file:///etc/passwd' }, '/implementation/url', /URL/],
  ])('with %s are rejected and not stored', async (_, implementation, path, message) => {
    const { status, body } = await client.call('POST', '/agentspec/tools', { ...shout, name: 'bad', implementation })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', error: expect.stringMatching(message), details: [{ path }] })
    expect(await names('tools')).not.toContain('bad')
  })

  test('with failing or endless code are only compiled at registration', async () => {
    for (const source of ['while (true) {}', 'throw new Error(await args.x)', 'return args.x // ok']) {
      const tool = { ...shout, name: 'compiled', implementation: { kind: 'code', source } }
      expect((await client.call('POST', '/agentspec/tools', tool)).status).toBe(201)
      expect((await client.call('DELETE', '/agentspec/tools/compiled')).status).toBe(200)
    }
  })

  test('reject an invalid body with 422, and callers who are not admins', async () => {
    expect(
      (await client.call('POST', '/agentspec/tools', { ...shout, implementation: { kind: 'magic' } })).status,
    ).toBe(422)
    expect((await clientOf(service, 'editor').call('POST', '/agentspec/tools', shout)).status).toBe(403)
  })
})

describe('agents', () => {
  const flow = (agent: string) =>
    chain(
      [{ component_type: 'agent_node', name: 'a', agent, inputs: [text('who')], outputs: [text('said')] }],
      [text('who')],
      [text('said')],
    )

  test('of the file are listed and run by name', async () => {
    expect((await client.call('GET', '/agentspec/agents')).body).toEqual([
      { name: 'helper', description: 'Helps.', inputs: [text('who')], outputs: [text('said')] },
    ])
    expect(await run(flow('helper'), { who: 'Ada' })).toEqual({ said: 'Gladly.' })
  })

  test('can use registered tools and be unregistered', async () => {
    const agent = {
      name: 'loud',
      system_prompt: 'Shout for {{who}}.',
      llm_config: echo([
        { text: '', toolCalls: [{ name: 'from_file', args: { x: 'Hey' } }] },
        { text: '', toolCalls: [{ name: 'submit_result', args: { said: 'done' } }] },
      ]),
      tools: ['from_file'],
      inputs: [text('who')],
      outputs: [text('said')],
    }
    expect((await client.call('POST', '/agentspec/agents', agent)).status).toBe(201)
    expect(await run(flow('loud'), { who: 'Ada' })).toEqual({ said: 'done' })
    expect((await client.call('DELETE', '/agentspec/agents/loud')).status).toBe(200)
    expect(JSON.stringify((await client.call('POST', '/agentspec/flows/validate', flow('loud'))).body)).toContain(
      'loud',
    )
  })
})

test('a flow keeps the tools that it was started with, also in nested flows', async () => {
  const kept = { ...shout, name: 'kept', implementation: { kind: 'code', source: 'return args.x + " as before"' } }
  expect((await client.call('POST', '/agentspec/tools', kept)).status).toBe(201)
  const use = tool('use', 'kept', [text('x')], [text('y')])
  const inner = { ...chain([{ ...use, outputs: [text('z')] }], [text('x')], [text('z')]), name: 'inner' }
  const flow = chain(
    [asks('ask', 'Go on?', 'x'), use, { component_type: 'flow_node', name: 'hold', flow: inner }],
    [],
    [text('y'), text('z')],
  )
  const id = await client.start(flow, {})
  const { waiting_for: [question] = [] } = (await client.waiting(id)) as { waiting_for?: { interruptId: string }[] }
  expect((await client.call('DELETE', '/agentspec/tools/kept')).status).toBe(200)
  await client.call('POST', `/interrupts/${question?.interruptId}`, { value: 'hi' })
  expect(await client.over(id)).toMatchObject({ status: 'completed' })
  expect((await client.results(id)).body).toEqual({ y: 'hi as before', z: 'hi as before' })
})

test('an invalid registry file prevents the start with an error that names it', async () => {
  const wrong = join(mkdtempSync(join(tmpdir(), 'millrace-')), 'wrong.json')
  writeFileSync(wrong, '{"tools": [{"name": "x"}]}')
  await expect(testService({ flags: ['--agentspec-registry', wrong] })).rejects.toThrow(/wrong\.json: tools\[0\]/)
})
