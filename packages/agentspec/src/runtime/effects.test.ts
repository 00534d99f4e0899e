import { describe, expect, test } from 'vitest'
import { driveFlow } from './testing/drive-flow.ts'
import { around, failure, outputs } from './testing/ends.ts'
import { number, text } from './testing/flow-of.ts'

describe('models', () => {
  test('one text is the answer itself, and the prompt is filled in without being read again', async () => {
    const flow = around(
      { kind: 'llm', promptTemplate: 'Say {{ x }} {{nobody}}', inputs: [text('x')] },
      [text('x')],
      [text('generated_text')],
    )
    const exchanges: unknown[] = []
    const given = await outputs({
      flow: {
        ...flow,
        nodes: flow.nodes.map((node) =>
          node.id === 'node' ? { ...node, inputs: [text('x'), text('nobody', { default: '{{x}}' })] } : node,
        ),
      },
      inputs: { x: '{{y}}' },
      model: ({ messages }) => {
        exchanges.push(messages[0]?.content)
        return 'Fine.'
      },
    })
    expect(given).toEqual({ generated_text: 'Fine.' })
    expect(exchanges).toEqual(['Say {{y}} {{x}}'])
  })

  const structured = around(
    { kind: 'llm', promptTemplate: 'Go', outputs: [text('city'), number('people', { default: 0 })] },
    [],
    [text('city'), number('people')],
  )

  test('several outputs are asked for as JSON, and asked for again once', async () => {
    const script = ['Sure! Here it is', '```json\n{"city": "Oslo"}\n```']
    const driven = await driveFlow({ flow: structured, model: () => script.shift() ?? '' })
    expect(driven.end).toMatchObject({ outputs: { city: 'Oslo', people: 0 } })
    expect(driven.exchanges).toHaveLength(2)
    expect(driven.exchanges[1]?.messages.at(-1)?.content).toMatch('it is not JSON')
  })

  test('and are a failure when the second answer does not fit either', async () => {
    expect(await failure({ flow: structured, model: () => '{"people":"many"}' })).toMatchObject({
      code: 'MODEL_BAD_ANSWER',
    })
  })
})

describe('HTTP', () => {
  const api = (more: object, outs = [{ title: 'response' }] as object[]) =>
    around({ kind: 'api', url: 'https://a.test/{{x}}', outputs: outs, ...more }, [text('x')], outs as never)

  test('values in the path are encoded, and keys of the answer are the outputs', async () => {
    const flow = api({ queryParams: { q: '{{x}}' } }, [{ title: 'name' }, { title: 'status_code' }])
    const driven = await driveFlow({ flow, inputs: { x: 'a b/c' }, http: () => ({ body: '{"name":"Tom"}' }) })
    expect(driven.end).toMatchObject({ outputs: { name: 'Tom', status_code: 200 } })
    expect(driven.done).toEqual(['http:GET https://a.test/a%20b%2Fc?q=a+b%2Fc'])
  })

  test('data goes out as JSON, or as a form where the header says so', async () => {
    const bodies: unknown[] = []
    const http = ({ body, headers }: { body?: string; headers?: object }) => {
      bodies.push(body, headers)
      return { body: '{}' }
    }
    const data = { n: '{{x}}', list: ['{{x}}'] }
    await outputs({ flow: api({ httpMethod: 'post', data }), inputs: { x: '1' }, http })
    await outputs({
      flow: api({
        httpMethod: 'POST',
        data: { n: '{{x}}' },
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
      inputs: { x: 'a b' },
      http,
    })
    expect(bodies).toEqual([
      '{"n":"1","list":["1"]}',
      { 'x-attempt': '1', 'idempotency-key': 'key:1', 'content-type': 'application/json' },
      'n=a+b',
      { 'x-attempt': '1', 'idempotency-key': 'key:1', 'Content-Type': 'application/x-www-form-urlencoded' },
    ])
  })

  test('an answer that is no success is a failure, after as many tries as the policy says', async () => {
    const retryPolicy = { max_attempts: 2, initial_retry_delay: 1, max_retry_delay: 8 }
    const driven = await driveFlow({ flow: api({ retryPolicy }), inputs: { x: '1' }, http: () => ({ status: 503 }) })
    expect(driven.end).toMatchObject({ code: 'HTTP_STATUS' })
    expect(driven.done).toHaveLength(3)
    expect(driven.waited).toEqual([1000, 2000])
    expect((await driveFlow({ flow: api({}), inputs: { x: '1' }, http: () => ({ status: 503 }) })).done).toHaveLength(1)
    expect(
      (await driveFlow({ flow: api({ retryPolicy }), inputs: { x: '1' }, http: () => ({ status: 404 }) })).done,
    ).toHaveLength(1)
  })

  test('the allow list holds, and secrets do not go to a host that the caller names', async () => {
    const urlAllowList = ['https://a.test/public/']
    expect(await failure({ flow: api({ urlAllowList }), inputs: { x: 'x' } })).toMatchObject({
      code: 'URL_NOT_ALLOWED',
    })
    const open = { url: 'https://{{x}}/', sensitiveHeaders: { Authorization: 'Bearer s' } }
    expect(await failure({ flow: api(open), inputs: { x: 'evil.test' } })).toMatchObject({ code: 'URL_NOT_ALLOWED' })
    expect(await failure({ flow: api({ ...open, urlAllowList }), inputs: { x: 'evil.test' } })).toMatchObject({
      code: 'URL_NOT_ALLOWED',
    })
  })
})
