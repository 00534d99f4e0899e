import { describe, expect, test } from 'vitest'
import { driveFlow } from './testing/drive-flow.ts'
import { around, failure, outputs } from './testing/ends.ts'
import { flowOf, number, server, text } from './testing/flow-of.ts'

describe('tools', () => {
  const twice = ({ x }: Readonly<Record<string, unknown>>) => `${x}${x}`

  test('a server tool gives its value, an object under its own name, or an object of all outputs', async () => {
    const flow = around(server('t', [text('x')], [text('y')]), [text('x')], [text('y')])
    expect(await outputs({ flow, inputs: { x: 'a' }, tools: { t: twice } })).toEqual({ y: 'aa' })
    expect(await outputs({ flow, inputs: { x: 'a' }, tools: { t: () => ({ y: 'b', other: 1 }) } })).toEqual({ y: 'b' })
    const several = around(
      server('t', [text('x')], [text('y'), number('n', { default: 1 })]),
      [text('x')],
      [text('y'), number('n')],
    )
    expect(await outputs({ flow: several, inputs: { x: 'a' }, tools: { t: () => ({ y: 'b' }) } })).toEqual({
      y: 'b',
      n: 1,
    })
    expect(await failure({ flow: several, inputs: { x: 'a' }, tools: { t: () => ['b', 1] } })).toMatchObject({
      code: 'BAD_RESULT',
    })
  })

  test('a tool that is only named comes from the registry; one that nobody knows fails', async () => {
    const flow = around(
      { kind: 'tool', tool: { kind: 'ref', name: 't' }, inputs: [text('x')], outputs: [text('y')] },
      [text('x')],
      [text('y')],
    )
    const registry = { tool: () => ({ inputs: [text('x')], outputs: [text('y')] }) }
    expect(await outputs({ flow, inputs: { x: 'a' }, tools: { t: twice }, registry })).toEqual({ y: 'aa' })
    expect(await failure({ flow, inputs: { x: 'a' } })).toMatchObject({ code: 'UNKNOWN_TOOL' })
  })

  test('a client tool is run by whoever answers: in a form, or as one text', async () => {
    const client = (outs: object[]) =>
      around(
        { kind: 'tool', tool: { kind: 'client', id: 'c', name: 'c', inputs: [text('x')], outputs: outs } },
        [text('x')],
        outs as never,
      )
    const form = await driveFlow({
      flow: client([text('y'), number('n')]),
      inputs: { x: 'a' },
      reply: () => ({ y: 'b', n: 2 }),
    })
    expect(form.end).toMatchObject({ outputs: { y: 'b', n: 2 } })
    expect(form.questions[0]).toMatchObject({ type: 'form', config: { schema: { required: ['y', 'n'] } } })
    const plain = await driveFlow({ flow: client([text('y')]), inputs: { x: 'a' }, reply: () => 'b' })
    expect(plain.questions[0]).toMatchObject({
      type: 'text',
      config: { message: 'Run "c" with {"x":"a"} and give its result.' },
    })
    expect(plain.end).toMatchObject({ outputs: { y: 'b' } })
  })

  test('a tool that needs it is not called before a person allows it', async () => {
    const flow = around(server('t', [text('x')], [text('y')], { requiresConfirmation: true }), [text('x')], [text('y')])
    const drive = { flow, inputs: { x: 'a' }, tools: { t: twice } }
    expect(await outputs({ ...drive, reply: () => true })).toEqual({ y: 'aa' })
    const refused = await driveFlow({ ...drive, reply: () => false })
    expect(refused.end).toMatchObject({ code: 'NOT_ALLOWED' })
    expect(refused.done).toEqual([])
  })

  test('a remote tool is called over HTTP, one of an MCP server there, a built-in one is an error', async () => {
    const tool = (more: object) =>
      around(
        { kind: 'tool', tool: { id: 't', name: 't', inputs: [text('x')], outputs: [text('y')], ...more } },
        [text('x')],
        [text('y')],
      )
    const remote = tool({ kind: 'remote', url: 'https://a.test/{{x}}', httpMethod: 'GET' })
    expect(await outputs({ flow: remote, inputs: { x: 'a' }, http: () => ({ body: 'plain' }) })).toEqual({ y: 'plain' })
    const mcp = tool({ kind: 'mcp', clientTransport: { url: 'https://m.test' } })
    const offered = { name: 't', description: '', parameters: {}, call: async () => 'from afar' }
    expect(await outputs({ flow: mcp, inputs: { x: 'a' }, mcp: [offered] })).toEqual({ y: 'from afar' })
    expect(await failure({ flow: tool({ kind: 'builtin' }), inputs: { x: 'a' } })).toMatchObject({
      code: 'UNSUPPORTED_TOOL',
    })
  })
})

describe('messages', () => {
  const flow = flowOf({
    nodes: {
      s: { kind: 'start', inputs: [text('who')] },
      ask: { kind: 'input_message', message: 'Hello {{who}}, how are you?' },
      tell: { kind: 'output_message', message: 'You said {{user_input}}.' },
      e: { kind: 'end', outputs: [text('user_input')] },
    },
    control: 's -> ask -> tell -> e',
  })

  test('a message waits for the answer, and what is said is the conversation', async () => {
    const { end, questions, notes } = await driveFlow({ flow, inputs: { who: 'Ada' }, reply: () => 'Fine' })
    expect(end).toMatchObject({ outputs: { user_input: 'Fine' } })
    expect(questions).toEqual([
      { type: 'text', config: { message: 'Hello Ada, how are you?', multiline: true }, allowCancel: true },
    ])
    expect(notes['1']).toMatchObject({
      said: [
        { role: 'assistant', content: 'Hello Ada, how are you?' },
        { role: 'user', content: 'Fine' },
      ],
    })
    expect(notes['2']).toMatchObject({ said: [{ role: 'assistant', content: 'You said Fine.' }] })
  })

  test('a question that is dismissed fails the node', async () => {
    expect(await failure({ flow, inputs: { who: 'Ada' }, reply: () => ({ status: 'cancelled' }) })).toMatchObject({
      code: 'INTERRUPT_CANCELLED',
    })
  })
})
