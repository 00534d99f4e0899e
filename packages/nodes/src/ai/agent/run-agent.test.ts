import { NodeFailure, type Tool } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { ALLOWED, driveAgent } from '../../testing/drive-agent.ts'
import { runExample } from '../../testing/run-example.ts'
import { TEST_TOOLS } from '../../testing/test-tools.ts'
import agent from '../../types/simple-agent.ts'

const ECHO = { provider: 'echo', model: 'echo', systemPrompt: '' }
const weather = (city: string) => ({ name: 'weather', args: { city } })
const mail = (to: string) => ({ name: 'send_mail', args: { to } })
const uses = (...toolCalls: { name: string; args: object }[]) => ({ text: '', toolCalls })

/** A tool implemented by a function. */
function toolOf(name: string, call: Tool['call'], more: Partial<Tool> = {}): Tool {
  const facts = { label: name, nodeId: `${name}.1`, description: name, parameters: { type: 'object' } }
  return { name, ...facts, mayRunAgain: true, call, ...more }
}

describe('tool calls of one turn', () => {
  test('run in parallel and return results in the order of the calls', async () => {
    const begun = Promise.withResolvers<void>()
    const slow = toolOf('slow', async () => {
      await begun.promise
      return 'slow'
    })
    const quick = toolOf('quick', async () => {
      begun.resolve()
      return 'quick'
    })
    const script = [uses({ name: 'slow', args: {} }, { name: 'quick', args: {} }), 'Done']
    const { end, exchanges } = await driveAgent({ config: { ...ECHO, script }, tools: [slow, quick] })
    expect(end).toMatchObject({ response: 'Done', steps: [{ result: 'slow' }, { result: 'quick' }] })
    expect(exchanges[1]?.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: '',
        toolCalls: [
          { id: '0.0', name: 'slow', args: {} },
          { id: '0.1', name: 'quick', args: {} },
        ],
      },
      { role: 'tool', toolCallId: '0.0', name: 'slow', content: '"slow"' },
      { role: 'tool', toolCallId: '0.1', name: 'quick', content: '"quick"' },
    ])
  })

  test('are limited to ten in parallel and fifty in total', async () => {
    let running = 0
    let most = 0
    const one = toolOf('one', async () => {
      running++
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
    })
    const script = [uses(...Array(53).fill({ name: 'one', args: {} })), 'Done']
    const { end, made } = await driveAgent({ config: { ...ECHO, script }, tools: [one] })
    const { steps } = end as unknown as { steps: { error?: { code: string }; result?: unknown }[] }
    expect([most, made.length, steps.length, steps[49]?.result]).toEqual([10, 50, 53, null])
    expect(steps.slice(50).map(({ error }) => error?.code)).toEqual(Array(3).fill('TOO_MANY_CALLS'))
  })

  test('get an id if they have none', async () => {
    const models = {
      answer: async ({ messages }: { messages: readonly unknown[] }) => ({
        text: 'x',
        toolCalls: messages.length > 1 ? [] : [0, 1].map(() => ({ id: '', name: 'weather', args: { city: 'Oslo' } })),
        usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
        finishReason: 'stop',
      }),
      embed: () => Promise.reject(new Error('not asked')),
    }
    const notes: Record<string, unknown> = {}
    await runExample(agent, { config: ECHO, inputs: { message: 'Go' } }, { effects: { models }, notes })
    expect(notes['turn:0']).toMatchObject({ toolCalls: [{ id: 'turn:0:0' }, { id: 'turn:0:1' }] })
  })
})

describe('tool results for the model', () => {
  const tell = async (tool: Tool) => {
    const script = [uses({ name: tool.name, args: {} }), 'Done']
    const { exchanges } = await driveAgent({ config: { ...ECHO, script }, tools: [tool] })
    return exchanges[1]?.messages.at(-1)?.content
  }

  test('contain a failure with its code', async () => {
    const fails = toolOf('fails', () => Promise.reject(new NodeFailure('HTTP_ERROR', 'It answered 500.')))
    expect(await tell(fails)).toBe('{"error":"It answered 500.","code":"HTTP_ERROR"}')
    expect(await tell(toolOf('fails', () => Promise.reject(new Error('Oh'))))).toBe('{"error":"Oh","code":"FAILED"}')
  })

  test('return undefined as null and mark a truncated result', async () => {
    expect(await tell(toolOf('nothing', async () => undefined))).toBe('null')
    const long = await tell(toolOf('long', async () => 'x'.repeat(60_000)))
    expect(long).toMatch(/^"x{49999}…\n\(Truncated: the first 50000 of 60002 characters\.\)$/)
  })

  test('contain argument errors, unless only the tool can check them', async () => {
    const picky = (parameters: Tool['parameters']) => toolOf('picky', async () => 'ok', { parameters })
    expect(await tell(picky({ type: 'object', required: ['a', 'b'] }))).toBe(
      '{"error":"Invalid arguments: \\"/a\\" is required; \\"/b\\" is required.","code":"BAD_ARGUMENTS"}',
    )
    expect(await tell(picky({ $ref: 'other.json', unevaluatedProperties: false }))).toBe('"ok"')
  })

  test('log a keyword in a tool schema that only the tool can check', async () => {
    const foreign = toolOf('foreign', async () => 'ok', { parameters: { unevaluatedProperties: false } })
    const script = [uses({ name: 'foreign', args: {} }), 'Done']
    const { lines } = await driveAgent({ config: { ...ECHO, script }, tools: [foreign] })
    expect(lines.filter(({ level }) => level === 'warning').map(({ message }) => message)).toEqual([
      'The schema of foreign uses "unevaluatedProperties", which is not supported (at "/"). Only the tool checks this.',
    ])
  })

  test('ignore an invalid pattern in a tool schema', async () => {
    const odd = toolOf('odd', async () => 'ok', { parameters: { properties: { a: { pattern: '(' } } } })
    const script = [uses({ name: 'odd', args: { a: 'x' } }), 'Done']
    const { end } = await driveAgent({ config: { ...ECHO, script }, tools: [odd] })
    expect(end).toMatchObject({ steps: [{ result: 'ok' }] })
  })
})

describe('approvals', () => {
  const script = [uses(weather('Oslo'), mail('Ada')), uses(mail('Bob')), 'Done']

  test('asks for all approvals of a turn before its first call and repeats nothing', async () => {
    const notes: Record<string, unknown> = {}
    const made: string[] = []
    let asked = 0
    const tools = TEST_TOOLS.map((tool) => ({
      ...tool,
      call: async (args: object, key: string) => {
        made.push(`${tool.name} ${key}`)
        return tool.call({ ...args }, key)
      },
    }))
    const run = (replies: (typeof ALLOWED)[]) => {
      const config = { ...ECHO, approveTools: true, script: script.slice(0, 1).concat('Done' as never) }
      return runExample(agent, { config, inputs: { message: 'Go' }, replies }, { notes, tools, onNote })
    }
    const onNote = async (key: string) => {
      if (key.startsWith('turn:')) asked++
    }
    expect(await run([])).toMatchObject({ question: { config: { message: expect.stringContaining('"Weather"') } } })
    expect(await run([ALLOWED])).toMatchObject({
      question: { config: { message: expect.stringContaining('"Send mail"') } },
    })
    expect([made, asked]).toEqual([[], 1])
    const refused = { status: 'answered', value: false, responses: [] } as const
    expect(await run([ALLOWED, refused])).toMatchObject({
      response: 'Done',
      steps: [{ result: { city: 'Oslo' } }, { error: { code: 'NOT_ALLOWED' } }],
    })
    expect([made, asked]).toEqual([['weather example:0'], 2])
  })

  test('matches each question with its reply across turns', async () => {
    const replies = [ALLOWED, { status: 'cancelled' }, { status: 'expired' }] as const
    const { end, questions, made } = await driveAgent({
      config: { ...ECHO, approveTools: true, script },
      reply: (number) => replies[number] ?? ALLOWED,
    })
    expect(questions).toEqual([
      'Allow the agent to call "Weather" with {"city":"Oslo"}?',
      'Allow the agent to call "Send mail" with {"to":"Ada"}?',
      'Allow the agent to call "Send mail" with {"to":"Bob"}?',
    ])
    expect(made.map((call) => call.split(' ')[0])).toEqual(['weather'])
    expect(end).toMatchObject({
      steps: [
        { tool: 'weather', result: { sky: 'grey' } },
        { tool: 'send_mail', error: { message: 'A person rejected this call. It was not executed.' } },
        { tool: 'send_mail', error: { message: 'This call was not approved in time. It was not executed.' } },
      ],
    })
  })

  test('asks only for the listed tools, by name or label, with an expiry', async () => {
    const config = { ...ECHO, approveTools: true, approveOnly: ['send_mail'], expiresIn: 60, script }
    const { questions } = await driveAgent({ config })
    expect(questions).toHaveLength(2)
    const asks = await runExample(agent, {
      config: { ...config, approveOnly: ['Send mail'] },
      inputs: { message: 'Go' },
    })
    expect(asks).toMatchObject({ question: { expiresAt: Date.UTC(2030, 0, 31, 10, 16, 30) } })
  })

  test('does not ask about an invalid call', async () => {
    const bad = [uses({ name: 'magic', args: {} }, { name: 'weather', args: {} }), 'Done']
    const { questions } = await driveAgent({ config: { ...ECHO, approveTools: true, script: bad } })
    expect(questions).toEqual([])
  })

  test.each([
    ['is invalid', { type: 'object', properties: { a: null } }],
    ['is invalid deep inside', { type: 'object', properties: { a: { type: 'object', properties: { b: null } } } }],
    ['refers to itself', { type: 'object', properties: { a: { $ref: '#' } } }],
  ])('leaves validation to the tool if its schema %s', async (_, parameters) => {
    const tool = { ...TEST_TOOLS[0]!, parameters, call: async () => 'fine' }
    const script = [uses({ name: tool.name, args: { a: { b: 1 } } }), 'Done']
    const { end } = await driveAgent({ config: { ...ECHO, script }, tools: [tool] })
    expect(end).toMatchObject({ response: 'Done', steps: [{ result: 'fine' }] })
  })

  test('rejects deeply nested arguments and continues', async () => {
    const args = JSON.parse(`${'{"city":'.repeat(20_000)}1${'}'.repeat(20_000)}`)
    const { end, made } = await driveAgent({ config: { ...ECHO, script: [uses({ name: 'weather', args }), 'Done'] } })
    expect(end).toMatchObject({ response: 'Done', steps: [{ args: {}, error: { code: 'BAD_ARGUMENTS' } }] })
    expect(made).toEqual([])
  })

  test('limits a thousand calls in one turn without logging each one', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => weather(`City ${n}`))
    const { end, made, lines, exchanges } = await driveAgent({ config: { ...ECHO, script: [uses(...many), 'Done'] } })
    expect(made).toHaveLength(50)
    expect(end).toMatchObject({ response: 'Done' })
    const told = exchanges[1]?.messages.filter(({ role }) => role === 'tool') ?? []
    expect(told).toHaveLength(200)
    expect(told[50]?.content).toContain('TOO_MANY_CALLS')
    expect(lines.map(({ message }) => message).filter((line) => /not executed/.test(line))).toEqual([
      'The model requested 1000 calls in one turn; 950 of them are not executed.',
    ])
  })

  test('does not repeat log lines after a question', async () => {
    const config = { ...ECHO, approveTools: true, approveOnly: ['send_mail'] }
    const { lines } = await driveAgent({
      config: { ...config, script: [uses(weather('Oslo')), uses(mail('Ada')), 'Done'] },
    })
    expect(lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      'info: Calling weather: {"city":"Oslo"}',
      'info: weather returned: {"city":"Oslo","sky":"grey"}',
      'info: Calling send_mail: {"to":"Ada"}',
      'info: send_mail returned: {"sent":"Ada"}',
    ])
  })
})

describe('notes and logs', () => {
  test('notes a call when it starts and when it ends', async () => {
    const seen: unknown[] = []
    const config = { ...ECHO, script: [uses(weather('Oslo'), { name: 'broken', args: {} }), 'Done'] }
    const onNote = async (key: string, value: unknown) => void seen.push([key, (value as { status?: string }).status])
    const lines: { level: string; message: string }[] = []
    const notes: Record<string, unknown> = {}
    await runExample(agent, { config, inputs: { message: 'Go' } }, { onNote, lines, notes })
    expect(seen).toEqual([
      ['turn:0', undefined],
      ['call:0', 'running'],
      ['call:1', 'running'],
      ['call:0', 'completed'],
      ['call:1', 'failed'],
      ['turn:1', undefined],
    ])
    expect(notes['call:1']).toEqual({
      tool: 'broken',
      nodeId: 'broken.1',
      label: 'Broken',
      args: {},
      status: 'failed',
      startedAt: expect.any(Number),
      endedAt: expect.any(Number),
      error: { code: 'OUT_OF_ORDER', message: 'It is out of order.' },
    })
    expect(lines).toContainEqual({ level: 'warning', message: 'broken failed (OUT_OF_ORDER): It is out of order.' })
  })

  test('streams the text of every turn, separated by empty lines', async () => {
    const config = { ...ECHO, script: [{ text: 'Let me see.', toolCalls: [weather('Oslo')] }, 'It is grey.'] }
    const { said, end } = await driveAgent({ config })
    expect(said).toEqual(['Let ', 'me ', 'see.', '\n\nIt ', 'is ', 'grey.'])
    expect(end).toMatchObject({ response: 'It is grey.' })
  })

  test('a stopped step leaves its calls noted as started', async () => {
    const stop = new AbortController()
    const stopped = toolOf('stopped', async () => {
      stop.abort(new Error('stopped'))
      throw new Error('aborted')
    })
    const notes: Record<string, unknown> = {}
    const config = { ...ECHO, script: [uses({ name: 'stopped', args: {} }), 'Done'] }
    const run = runExample(
      agent,
      { config, inputs: { message: 'Go' } },
      { notes, tools: [stopped], signal: stop.signal },
    )
    await expect(run).rejects.toThrow('stopped')
    expect(notes['call:0']).toMatchObject({ status: 'running' })
  })
})

describe('final answer', () => {
  const SKY = { type: 'object', required: ['sky'], properties: { sky: { type: 'string' } } }

  test('the turn limit reports the last response and skips calls without a following turn', async () => {
    const config = { ...ECHO, maxTurns: 1, script: [{ text: 'Let me see.', toolCalls: [weather('Oslo')] }] }
    const { end, made } = await driveAgent({ config })
    expect(end).toMatchObject({
      code: 'AGENT_TURN_LIMIT',
      message: 'The agent reached the limit of 1 turn and still wants to call tools. Last response: Let me see.',
    })
    expect(made).toEqual([])
  })

  test('describes the schema in the prompt if there are tools, else passes it to the provider', async () => {
    const config = { ...ECHO, responseSchema: SKY, script: ['{"sky":"grey"}'] }
    const withTools = await driveAgent({ config })
    expect(withTools.exchanges[0]?.system).toMatch(/^When you need no more tools, .*"required":\["sky"\]/)
    expect(withTools.exchanges[0]).not.toHaveProperty('schema')
    expect(withTools.said).toEqual([])
    const without = await driveAgent({ config, tools: [] })
    expect(without.exchanges[0]).toMatchObject({ schema: SKY })
    expect(without.exchanges[0]).not.toHaveProperty('system')
  })

  test('retries an invalid answer once with all errors', async () => {
    const config = { ...ECHO, responseSchema: SKY, script: ['{"sky":1}', '{"sky":"grey"}'] }
    const { end, exchanges, lines } = await driveAgent({ config })
    expect(end).toMatchObject({ response: '{"sky":"grey"}', usage: { outputTokens: 2 } })
    expect(exchanges[1]?.messages.at(-1)?.content).toMatch('- "/sky" must be a text, is a number\n')
    expect(lines).toContainEqual({
      level: 'warning',
      message: 'The response is invalid and is requested again: "/sky" must be a text, is a number.',
    })
  })

  test('fails if the retry is invalid or truncated', async () => {
    const bad = await driveAgent({ config: { ...ECHO, responseSchema: SKY, script: ['grey', '{}'] } })
    expect(bad.end).toMatchObject({
      code: 'MODEL_BAD_ANSWER',
      message: 'The response is still invalid after a second attempt: "/sky" is required.',
    })
    const cutOff = { text: '{"sky":"gr', finishReason: 'length' }
    const half = await driveAgent({ config: { ...ECHO, responseSchema: SKY, script: [cutOff] } })
    expect(half.end).toMatchObject({ code: 'MODEL_CUT_OFF' })
  })
})
