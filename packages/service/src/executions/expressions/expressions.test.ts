/** Settings that are expressions, from the stored workflow to the recorded step. */
import { describe, expect, test } from 'vitest'
import { askedHost } from '../testing/asked-host.ts'
import { type Drawing, edge, jobOf, node } from '../testing/client.ts'

const host = askedHost()
const expressions = (texts: Record<string, string>) => ({ 'millrace:expressions': texts })

/** A request whose settings are expressions over an input node. */
function request(texts: Record<string, string>, config: object = {}): Drawing {
  return {
    nodes: [
      node('order', 'json_input', { defaultValue: { id: 7, path: 'orders', verb: 'POST', host: host.origin } }),
      node('fetch', 'http_request', { url: 'https://plain.example/', ...config }, expressions(texts)),
      node('out', 'output', { name: 'answer' }),
    ],
    edges: [edge('order:value', 'fetch:body'), edge('fetch:json', 'out:value')],
  }
}

describe('a request with expressions', () => {
  test('uses the values of its inputs and of other nodes, and shows them', async () => {
    const texts = { url: `${host.origin}/{{ body.path }}/{{ nodes.order.value.id }}?n={{ $count([1..3]) }}` }
    const detail = await host.client.run(request(texts))
    expect(detail).toMatchObject({ status: 'completed', outputs: { answer: {} } })
    expect(host.asked.map(({ path }) => path)).toEqual(['/orders/7?n=3'])
    expect(jobOf(detail, 'fetch')).toMatchObject({
      settings: { url: `${host.origin}/orders/7?n=3` },
      input_data: { url: `${host.origin}/orders/7?n=3` },
    })
  })

  test('a single expression keeps its type, and a setting inside another is found by its path', async () => {
    const texts = {
      url: `${host.origin}/`,
      method: '{{ nodes.order.value.verb }}',
      'headers/X-Order': '{{ body.id }}',
      'headers/X-Run': '{{ workflow.name }} {{ execution.id }}',
    }
    const detail = await host.client.run(request(texts))
    expect(jobOf(detail, 'fetch').settings).toEqual({
      url: `${host.origin}/`,
      method: 'POST',
      'headers/X-Order': '7',
      'headers/X-Run': `A workflow ${detail.id}`,
    })
    expect(detail.status).toBe('completed')
  })

  test.each([
    [{ method: '{{ body.path }}' }, 'BAD_SETTINGS', /"method" must be one of/],
    [{ url: '{{ body.missing }}' }, 'BAD_SETTINGS', /"url" must be a text, is null/],
    [{ url: '{{ body }}' }, 'BAD_SETTINGS', /"url" must be a text, is an object/],
    [{ url: '{{ $uppercase(body.id) }}' }, 'EXPRESSION_FAILED', /^Setting "url": The expression failed: /],
  ])('%j fails the step with a routable error', async (texts, code, message) => {
    const drawing = request(texts)
    const handled = {
      nodes: [...drawing.nodes, node('log', 'output', { name: 'error' })],
      edges: [...drawing.edges, edge('fetch:error', 'log:value')],
    }
    const detail = await host.client.run(handled)
    expect(detail.status).toBe('completed')
    expect(detail.outputs?.error).toMatchObject({ code, message: expect.stringMatching(message), node_id: 'fetch' })
    expect(host.asked).toEqual([])
  })

  test('egress rules apply to resolved addresses', async () => {
    const detail = await host.client.run(request({ url: 'http://169.254.169.254/{{ body.path }}' }))
    expect(jobOf(detail, 'fetch')).toMatchObject({ status: 'failed', error_code: 'EGRESS_DENIED' })
  })
})

describe('a stored secret', () => {
  const withToken = { auth: 'bearer', token: 's3cr3t-of-the-service' }

  test('is sent to the host that is written out in the expression', async () => {
    const detail = await host.client.run(request({ url: `${host.origin}/{{ body.path }}` }, withToken))
    expect(detail.status).toBe('completed')
    expect(host.asked).toEqual([{ path: '/orders', authorization: 'Bearer s3cr3t-of-the-service' }])
    expect(JSON.stringify(detail)).not.toContain('s3cr3t-of')
  })

  test.each([
    ['{{ body.host }}/x', undefined],
    ['{{ body.host }}/x', 'https://chosen.example/'],
    ['https://api.example{{ body.suffix }}', undefined],
    ['https://api.example@{{ $substringAfter(body.host, "//") }}/', undefined],
  ])('is not sent to a host that data chooses: %s', async (url, plain) => {
    const detail = await host.client.run(request({ url }, { ...withToken, url: plain ?? '' }))
    expect(jobOf(detail, 'fetch')).toMatchObject({ status: 'failed', error_code: 'BAD_SETTINGS' })
    expect(host.asked).toEqual([])
  })

  test('is sent to the host of the plain setting if the expression does not fix one', async () => {
    const config = { ...withToken, url: `${host.origin}/plain` }
    expect((await host.client.run(request({ url: '{{ body.host }}/x' }, config))).status).toBe('completed')
  })
})

test('a document without the extension keeps its double braces as they are', async () => {
  const detail = await host.client.run({
    nodes: [node('say', 'text_input', { defaultValue: '{{ nodes.a.b }}' }), node('out', 'output', { name: 'answer' })],
    edges: [edge('say:text', 'out:value')],
  })
  expect(detail.outputs).toEqual({ answer: '{{ nodes.a.b }}' })
})

describe('other ways to run a node with expressions', () => {
  test('as a tool: over the arguments of the call and the nodes before the agent', async () => {
    const script = [{ toolCalls: [{ name: 'fetch', args: { body: { id: 9 } } }] }, 'Done.']
    const texts = { url: `${host.origin}/{{ body.id }}/{{ nodes.in.text }}` }
    const detail = await host.client.run({
      nodes: [
        node('in', 'text_input', { defaultValue: 'go' }),
        node('agent', 'simple_agent', { provider: 'echo', model: 'echo', script }),
        node('out', 'output', { name: 'answer' }),
        node('fetch', 'http_request', { auth: 'bearer', token: 's3cr3t-of-the-service' }, expressions(texts)),
      ],
      edges: [edge('in:text', 'agent:message'), edge('agent:response', 'out:value'), edge('fetch:tool', 'agent:tool')],
    })
    expect(detail).toMatchObject({ status: 'completed', outputs: { answer: 'Done.' } })
    expect(host.asked).toEqual([{ path: '/9/go', authorization: 'Bearer s3cr3t-of-the-service' }])
    const call = detail.jobs.find(({ tool_of }) => tool_of === 'agent')
    expect(call?.settings).toEqual({ url: `${host.origin}/9/go` })
  })

  test('in a loop: every round has its own values', async () => {
    const detail = await host.client.run({
      nodes: [
        node('list', 'json_input', { defaultValue: ['a', 'b'] }),
        node('each', 'foreach'),
        node(
          'fetch',
          'http_request',
          {},
          expressions({ url: `${host.origin}/{{ nodes.each.item }}/{{ nodes.list.value[1] }}` }),
        ),
      ],
      edges: [edge('list:value', 'each:items'), edge('each:item', 'fetch:body'), edge('fetch:json', 'each:loop_back')],
    })
    expect(detail.status).toBe('completed')
    expect(host.asked.map(({ path }) => path)).toEqual(['/a/b', '/b/b'])
  })

  test('in a called workflow: with the launch inputs and the name of that workflow', async () => {
    const texts = { url: `${host.origin}/{{ launch.city }}/{{ $lowercase(workflow.name) }}` }
    const inner = await host.client.store(
      {
        nodes: [node('begin', 'start'), node('fetch', 'http_request', {}, expressions(texts))],
        edges: [edge('begin:trigger', 'fetch:trigger')],
      },
      'Inner',
    )
    const detail = await host.client.run({
      nodes: [
        node(
          'call',
          'sub_workflow',
          { workflow: 'x', inputs: { city: 'Oslo' } },
          expressions({ workflow: `${inner}{{ "" }}` }),
        ),
      ],
      edges: [],
    })
    expect(detail.status).toBe('completed')
    expect(host.asked.map(({ path }) => path)).toEqual(['/Oslo/inner'])
  })

  test('from a node on: results that are reused are seen, and a changed expression is evaluated', async () => {
    const id = await host.client.store(request({ url: `${host.origin}/1/{{ body.id }}` }))
    const first = await host.client.untilOver(await host.client.start(id))
    const { data } = await host.client.call<Drawing>('GET', `/workflows/${id}`)
    const changed = request({ url: `${host.origin}/2/{{ nodes.order.value.id }}` })
    expect((await host.client.call('PUT', `/workflows/${id}`, { ...data, nodes: changed.nodes })).status).toBe(200)
    const from = { node: 'fetch', execution: first.id }
    await host.client.untilOver(await host.client.start(id, { from }))
    expect(host.asked.map(({ path }) => path)).toEqual(['/1/7', '/2/7'])
  })

  test('pinned data is used instead of a node with expressions, and by expressions of others', async () => {
    const drawing = request({ url: `${host.origin}/{{ nodes.order.value.id }}` })
    const [order, fetch, out] = drawing.nodes as { data: { extensions?: object } }[]
    const pinned = {
      ...order,
      data: { ...order?.data, extensions: { 'millrace:pinned': { value: { id: 'pinned' } } } },
    }
    const nodes = [pinned, fetch, out] as object[]
    const id = await host.client.store({ ...drawing, nodes })
    await host.client.untilOver(await host.client.start(id, { test: true }))
    expect(host.asked.map(({ path }) => path)).toEqual(['/pinned'])
  })
})

test('an export and an import keep expressions, as JSON and as YAML', async () => {
  const id = await host.client.store(
    request({ url: '{{ body.host }}/x', 'headers/Accept': '{{ nodes.order.value.id }}' }),
  )
  for (const format of ['json', 'yaml']) {
    const exported = await host.client.service.app.inject({
      url: `/api/v1/workflows/${id}/export?format=${format}`,
      headers: host.client.service.as('editor'),
    })
    const imported = await host.client.service.app.inject({
      method: 'POST',
      url: '/api/v1/workflows/import',
      headers: { ...host.client.service.as('editor'), 'content-type': `application/${format}` },
      payload: exported.body,
    })
    const { data } = imported.json()
    expect(data.nodes[1].data.extensions).toEqual(
      expressions({ url: '{{ body.host }}/x', 'headers/Accept': '{{ nodes.order.value.id }}' }),
    )
  }
})
