/** Stack traces of custom nodes: in the log of the step and in that of the service. */
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { Client, edge, node } from './testing/client.ts'

const BUGGY = `import { deeper } from './lib.cjs'

export default { id: 'buggy', version: '1.0.0', name: 'Buggy', description: 'Has a bug.', category: 'logic',
  icon: 'mdi:bug', tags: [], tool: true, inputs: {}, outputs: { value: { dataType: 'mixed' } },
  config: { type: 'object', properties: { key: { type: 'string', format: 'hidden' }, how: { type: 'string' } } },
  async run({ config }: { config: { key: string; how: string } }) {
    if (config.how === 'expected') throw Object.assign(new Error('busy'), { retryable: true })
    if (config.how === 'text') throw 'only a text'
    try {
      await deeper(config.key)
    } catch (cause) {
      throw new TypeError('cannot go on with ' + config.key, { cause })
    }
  } }`

const LIB = `exports.deeper = async (key) => {
  await null
  throw new RangeError('too long: ' + key)
}`

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-buggy-')))
  writeFileSync(join(made, 'buggy.ts'), BUGGY)
  writeFileSync(join(made, 'lib.cjs'), LIB)
  return made
}

const buggy = (how: string) => ({ nodes: [node('b', 'buggy', { key: 'a-very-secret-key', how })], edges: [] })

test('an unexpected error has its stack trace in both logs, with file and line and without secrets', async () => {
  const nodes = folder()
  await using client = await Client.open('--nodes', nodes)
  const { id } = await client.run(buggy('unexpected'))
  const expected = [
    /^TypeError: cannot go on with __secret__:\S+$/,
    new RegExp(`^ {4}at .*${basename(nodes)}/buggy\\.ts:12:\\d+\\)?$`),
    /^Caused by: RangeError: too long: __secret__:\S+$/,
    new RegExp(`^ {4}at .*${basename(nodes)}/lib\\.cjs:3:\\d+\\)?$`),
    new RegExp(`^ {4}at .*${basename(nodes)}/buggy\\.ts:10:\\d+\\)?$`),
  ]
  const [line] = await client.logs(id, '?level=error')
  expect(line?.message.split('\n')).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  const reported = client.service.lines.filter(({ message }) => message === 'a custom node threw an error')
  expect(reported).toEqual([
    {
      level: 'warn',
      message: 'a custom node threw an error',
      facts: { execution: id, node: 'b', type: 'buggy', stack: line?.message },
    },
  ])
})

test('an expected failure has no stack trace, and a thrown text is shown', async () => {
  await using client = await Client.open('--nodes', folder())
  const expected = await client.run(buggy('expected'))
  expect(await client.logs(expected.id, '?level=error')).toEqual([])
  const text = await client.run(buggy('text'))
  expect(await client.logs(text.id, '?level=error')).toMatchObject([
    { message: 'Thrown value that is not an Error: only a text' },
  ])
})

test('a custom node that runs as a tool has its stack trace in the log of the agent', async () => {
  await using client = await Client.open('--nodes', folder())
  const script = [{ toolCalls: [{ name: 'b', args: {} }] }, 'Done.']
  const agent = node('agent', 'simple_agent', { provider: 'echo', model: 'echo', script })
  const tool = node('b', 'buggy', { key: 'a-very-secret-key', how: 'unexpected' })
  const input = node('in', 'text_input', { defaultValue: 'Go' })
  const edges = [edge('in:text', 'agent:message'), edge('b:tool', 'agent:tool')]
  const { id } = await client.run({ nodes: [input, agent, tool], edges })
  const lines = await client.logs(id, '?level=error')
  expect(lines.map(({ message }) => message).join('\n')).toMatch(/buggy\.ts:12:/)
  expect(JSON.stringify([lines, client.service.lines])).not.toContain('very-secret')
})
