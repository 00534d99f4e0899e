import { NodeFailure } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import type { Flow } from '../components.ts'
import { type Drive, type Driven, driveFlow } from './testing/drive-flow.ts'
import { around, outputs } from './testing/ends.ts'
import { flowOf, number, text } from './testing/flow-of.ts'

describe('agents', () => {
  const weather = {
    kind: 'server',
    id: 'w',
    name: 'weather',
    description: 'Tells the weather.',
    inputs: [text('city')],
    outputs: [text('sky')],
  }
  const agent = (more: object) => ({ kind: 'agent', id: 'a', name: 'a', systemPrompt: 'You help {{who}}.', ...more })
  const flow = (more: object, outs: object[] = []) =>
    around({ kind: 'agent', agent: agent(more) }, [text('who')], outs as never)
  const drive = (of: Flow, script: readonly (string | object)[], more: Partial<Drive> = {}): Promise<Driven> => {
    const left = [...script]
    return driveFlow({
      flow: of,
      inputs: { who: 'Ada' },
      model: () => (left.shift() ?? 'Nothing more.') as string,
      ...more,
    })
  }
  const call = (name: string, args: object) => ({ toolCalls: [{ name, args }] })

  test('declared outputs are handed in; what is handed in wrongly is told to the model', async () => {
    const of = flow({ tools: [weather], outputs: [text('sky')], humanInTheLoop: false }, [text('sky')])
    const script = [
      call('weather', { city: 'Oslo' }),
      call('submit_result', {}),
      call('submit_result', { sky: 'grey' }),
    ]
    const driven = await drive(of, script, { tools: { weather: ({ city }) => `grey in ${city}` } })
    expect(driven.end).toMatchObject({ outputs: { sky: 'grey' } })
    expect(driven.exchanges[0]).toMatchObject({
      system: 'You help Ada.',
      tools: [{ name: 'weather' }, { name: 'submit_result' }],
    })
    expect(driven.exchanges[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'grey in Oslo' })
    expect(driven.exchanges[2]?.messages.at(-1)?.content).toMatch('it lacks \\"sky\\"')
  })

  test('errors of tools go back to the model', async () => {
    const fails = () => {
      throw new NodeFailure('BROKEN', 'No clouds today.')
    }
    const driven = await drive(
      flow({ tools: [weather] }),
      [call('weather', { city: 'Oslo' }), call('magic', {}), 'Done.'],
      { tools: { weather: fails } },
    )
    expect(driven.exchanges[1]?.messages.at(-1)?.content).toBe('{"error":"No clouds today.","code":"BROKEN"}')
    expect(driven.exchanges[2]?.messages.at(-1)?.content).toMatch('There is no tool \\"magic\\"')
    expect(driven.end).toMatchObject({ endNode: 'end' })
  })

  test('a person who refuses a call is told to the model, and it is not made', async () => {
    const of = flow({ tools: [{ ...weather, requiresConfirmation: true }] })
    const driven = await drive(of, [call('weather', { city: 'Oslo' }), 'Well.'], {
      tools: { weather: () => 'x' },
      reply: () => false,
    })
    expect(driven.questions[0]).toMatchObject({ type: 'confirmation' })
    expect(driven.done.filter((one) => one.startsWith('tool'))).toEqual([])
    expect(driven.exchanges[1]?.messages.at(-1)?.content).toMatch('A person refused this call')
  })

  test('a text of an agent that owes a result is for the user, if there is one', async () => {
    const talks = await drive(
      flow({ outputs: [text('sky')] }, [text('sky')]),
      ['Which city?', call('submit_result', { sky: 'blue' })],
      { reply: () => 'Rome' },
    )
    expect(talks.questions[0]).toMatchObject({ type: 'text', config: { message: 'Which city?' } })
    expect(talks.exchanges[1]?.messages.at(-1)).toEqual({ role: 'user', content: 'Rome' })
    const alone = await drive(flow({ outputs: [text('sky')], humanInTheLoop: false }, [text('sky')]), ['Blue.'])
    expect(alone.end).toMatchObject({ outputs: { sky: 'Blue.' } })
    const reminded = await drive(flow({ outputs: [number('n')], humanInTheLoop: false }, [number('n')]), [
      'Blue.',
      call('submit_result', { n: 1 }),
    ])
    expect(reminded.exchanges[1]?.messages.at(-1)?.content).toMatch('submit_result')
    expect(reminded.end).toMatchObject({ outputs: { n: 1 } })
  })

  test('the conversation is shared with the flow in both directions', async () => {
    const of = flowOf({
      nodes: {
        s: { kind: 'start', inputs: [text('who')] },
        tell: { kind: 'output_message', message: 'Welcome.' },
        a: { kind: 'agent', agent: agent({}) },
        b: { kind: 'agent', agent: agent({ name: 'b' }) },
        e: { kind: 'end', outputs: [] },
      },
      control: 's -> tell -> a -> b -> e',
    })
    const driven = await drive(of, ['I am a.', 'I am b.'])
    expect(driven.exchanges[1]?.messages.map(({ content }) => content)).toEqual(['Welcome.', 'I am a.', 'Begin.'])
  })

  test('workers of a manager are tools of it', async () => {
    const worker = agent({ id: 'w', name: 'worker', systemPrompt: 'You work.' })
    const of = around(
      {
        kind: 'agent',
        agent: { kind: 'manager_workers', id: 'm', name: 'm', groupManager: agent({}), workers: [worker] },
      },
      [text('who')],
      [],
    )
    const driven = await drive(of, [call('worker', { message: 'Do it' }), 'I did it.', 'All done.'])
    expect(driven.exchanges[1]).toMatchObject({ system: 'You work.', messages: [{ role: 'user', content: 'Do it' }] })
    expect(driven.exchanges[2]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'I did it.' })
  })

  test('a flow in the place of an agent is walked', async () => {
    const inner = flowOf({
      name: 'in',
      nodes: { s: { kind: 'start', inputs: [text('who')] }, e: { kind: 'end', outputs: [text('who')] } },
      control: 's -> e',
    })
    expect(
      await outputs({
        flow: around({ kind: 'agent', agent: inner }, [text('who')], [text('who')]),
        inputs: { who: 'x' },
      }),
    ).toEqual({ who: 'x' })
  })

  test('an agent that never comes to a result is ended', async () => {
    const driven = await driveFlow({
      flow: flow({ tools: [weather] }),
      inputs: { who: 'x' },
      model: () => call('weather', { city: 'O' }),
      tools: { weather: () => 'x' },
      limits: { maxTurns: 3 },
    })
    expect(driven.end).toMatchObject({ code: 'AGENT_TURN_LIMIT' })
  })
})
