import { describe, expect, test } from 'vitest'
import { driveNode, failure, type NodeDrive, number, outputs, text } from '../testing/drive-node.ts'
import type from '../types/agentspec.tool-node.ts'

const twice = ({ x }: Readonly<Record<string, unknown>>) => `${x}${x}`
const tool = (more: object, outs: object[] = [text('y')]): NodeDrive => ({
  type,
  node: {
    kind: 'tool',
    tool: { kind: 'server', id: 't', name: 't', inputs: [text('x')], outputs: outs, ...more },
    inputs: [text('x')],
    outputs: outs,
  },
  inputs: { x: 'a' },
})

test('a server tool returns a value, an object with its output, or an object of all outputs', async () => {
  expect(await outputs({ ...tool({}), tools: { t: twice } })).toEqual({ y: 'aa' })
  expect(await outputs({ ...tool({}), tools: { t: () => ({ y: 'b', other: 1 }) } })).toEqual({ y: 'b' })
  const several = tool({}, [text('y'), number('n', { default: 1 })])
  expect(await outputs({ ...several, tools: { t: () => ({ y: 'b' }) } })).toEqual({ y: 'b', n: 1 })
  expect(await failure({ ...several, tools: { t: () => ['b', 1] } })).toMatchObject({ code: 'BAD_RESULT' })
  expect(await outputs({ ...tool({ functionName: 'f' }), tools: { f: twice } })).toEqual({ y: 'aa' })
})

test('a tool reference is resolved, and an unregistered tool fails', async () => {
  const named: NodeDrive = { ...tool({}), node: { kind: 'tool', tool: { kind: 'ref', name: 't' } } }
  const ports = { t: { inputs: [text('x')], outputs: [text('y')] } }
  expect(await outputs({ ...named, tools: { t: twice }, ports })).toEqual({ y: 'aa' })
  expect(await failure(named)).toMatchObject({ code: 'UNKNOWN_TOOL' })
})

test('a client tool asks the user for its result, as a form or a text', async () => {
  const client = (outs: object[]) => tool({ kind: 'client', name: 'c' }, outs)
  const form = await driveNode({ ...client([text('y'), number('n')]), reply: () => ({ y: 'b', n: 2 }) })
  expect(form.end).toEqual({ y: 'b', n: 2 })
  expect(form.questions[0]).toMatchObject({ type: 'form', config: { schema: { required: ['y', 'n'] } } })
  const plain = await driveNode({ ...client([text('y')]), reply: () => 'b' })
  expect(plain.questions).toMatchObject([
    { type: 'text', config: { message: 'Run "c" with {"x":"a"} and enter its result.' } },
  ])
  expect(plain.end).toEqual({ y: 'b' })
  expect(await failure({ ...client([]), reply: () => false })).toMatchObject({ code: 'TOOL_FAILED' })
})

test('a tool that requires confirmation is called only after approval', async () => {
  const asked = { ...tool({ requiresConfirmation: true }), tools: { t: twice } }
  expect(await outputs({ ...asked, reply: () => true })).toEqual({ y: 'aa' })
  const refused = await driveNode({ ...asked, reply: () => false })
  expect(refused.end).toMatchObject({ code: 'NOT_ALLOWED' })
  expect(refused.done).toEqual([])
  expect(await failure({ ...asked, reply: () => ({ status: 'expired' }) })).toMatchObject({ code: 'NOT_ALLOWED' })
})

test('calls remote tools over HTTP and MCP tools on their server, and rejects built-in tools', async () => {
  const remote = tool({ kind: 'remote', url: 'https://a.test/{{x}}', httpMethod: 'GET' })
  expect(await outputs({ ...remote, http: () => ({ body: 'plain' }) })).toEqual({ y: 'plain' })
  expect(await outputs({ ...remote, http: () => ({ body: '{"y":"named"}' }) })).toEqual({ y: 'named' })
  const mcp = tool({ kind: 'mcp', clientTransport: { url: 'https://m.test' } })
  const offered = { name: 't', description: '', parameters: {}, call: async () => 'from afar' }
  expect(await outputs({ ...mcp, mcp: [offered] })).toEqual({ y: 'from afar' })
  expect(await failure(mcp)).toMatchObject({ code: 'UNKNOWN_TOOL' })
  expect(await failure(tool({ kind: 'builtin' }))).toMatchObject({ code: 'UNSUPPORTED_TOOL' })
})

describe('values', () => {
  test('inputs are cast and defaulted, and a missing one without a default fails', async () => {
    const echo = ({ x }: Readonly<Record<string, unknown>>) => x
    const taking = (input: object) => ({
      ...tool({}, [{ title: 'y' }]),
      node: { ...tool({}, [{ title: 'y' }]).node, inputs: [{ title: 'x', ...input }] },
      tools: { t: echo },
    })
    expect(await outputs({ ...taking({ type: 'string' }), inputs: { x: [1, true] } })).toEqual({ y: '[1,true]' })
    expect(await outputs({ ...taking({ type: 'integer' }), inputs: { x: 2.7 } })).toEqual({ y: 2 })
    expect(await failure({ ...taking({ type: 'number' }), inputs: { x: '3' } })).toMatchObject({
      code: 'TYPE_MISMATCH',
    })
    expect(await outputs({ ...taking({ default: 'd' }), inputs: {} })).toEqual({ y: 'd' })
    expect(await failure({ ...taking({}), inputs: {} })).toEqual({
      code: 'MISSING_INPUT',
      message: 'Input "x" of "node" has no value and no default.',
    })
  })

  test('a missing output without a default fails', async () => {
    const several = tool({}, [text('y'), text('z')])
    expect(await failure({ ...several, tools: { t: () => ({ y: 'b' }) } })).toEqual({
      code: 'MISSING_OUTPUT',
      message: '"node" gave no value for its output "z".',
    })
  })
})
