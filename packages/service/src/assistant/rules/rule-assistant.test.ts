import { applyAll, printCommands } from '@millrace/model'
import { cpuMsOf } from '@millrace/model/testing/cpu-time'
import { asyncProperty, assert as check, constantFrom, array as listOf, string as text } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GROUPS, WAVES } from '../../../../../eval/all.ts'
import { graphNamed } from '../../../../../eval/graphs.ts'
import { type Asked, scoreOf } from '../../../../../eval/score.ts'
import { createAssistant } from '../assistant.ts'
import { catalogue, chat, drawn } from '../testing/built-in.ts'
import { wordingOf } from './language/wording.ts'
import { ruleReply } from './rule-assistant.ts'

const reply = (message: string, graph = chat, recent: string[] = []) => ruleReply({ message, graph, catalogue, recent })
const lines = (message: string, graph = chat, recent: string[] = []) =>
  printCommands(reply(message, graph, recent).commands, 'millrace')

describe('the evaluation', () => {
  const assistant = createAssistant({ catalogue, dialect: 'millrace', log: { warn: () => {} } })
  const ask: Asked = async (message, graph, history) =>
    (await assistant.reply({ message, graph: JSON.stringify(graph), history, signal: new AbortController().signal }))
      .content

  test('has at least 60 requests, of which the rules meet 90 %', async () => {
    const scores = await Promise.all(
      Object.entries(GROUPS).map(([name, group]) => scoreOf(name, group, { ask, catalogue })),
    )
    const total = scores.reduce((sum, score) => sum + score.total, 0)
    const passed = scores.reduce((sum, score) => sum + score.passed, 0)
    expect(total).toBeGreaterThanOrEqual(60)
    expect(passed / total).toBeGreaterThanOrEqual(0.9)
  })

  test.each(WAVES)('meets at least as much of "$name" as at first sight', async ({ name, requests, firstSight }) => {
    const score = await scoreOf(name, requests, { ask, catalogue })
    expect(score.total).toBeGreaterThanOrEqual(20)
    expect(score.passed).toBeGreaterThanOrEqual(firstSight)
  })
})

describe('a message', () => {
  test.each([
    ['add a logger and connect it to the model', ['add a logger', 'connect it to the model']],
    ['put a delay between the input and the model', ['put a delay between the input and the model']],
    ['1. add a note\n2) delete the output', ['add a note', 'delete the output']],
    ['Hi! Could you please rename it to "A, and B"? Thanks!', ['rename it to ⟦0⟧']],
    ['Before the output, ask me', ['ask me Before the output']],
    ['thanks!', []],
  ])('%j is cut into requests', (message, requests) => {
    expect(wordingOf(message).requests).toEqual(requests)
  })
})

describe('what "it" means', () => {
  test('is what was spoken of last in the message', () => {
    expect(lines('add a json parse node and connect the chat model to it')).toContain(
      'connect chat_model.1:response parse_json:text',
    )
  })

  test('is what the last reply made, at the beginning of a message', () => {
    const graph = drawn('add First summarizer\nadd Second summarizer')
    expect(lines('make it short', graph, ['Second', 'First'])).toBe('set First:length short')
  })
})

describe('an answer is honest', () => {
  test('about what it did not understand, and still does the rest', () => {
    const { text, commands } = reply('rename the chat model to Bob and paint it like Monet')
    expect(commands).toHaveLength(1)
    expect(text).toContain('I did not understand "paint it like Monet".')
  })

  test('about what is left to do', () => {
    expect(reply('add a chat model').text).toContain('needs something connected to its input "message"')
  })

  test('about words that could mean several nodes', () => {
    const graph = drawn('add First summarizer\nadd Second summarizer')
    const { text, commands } = reply('delete the summarizer', graph)
    expect(commands).toEqual([])
    expect(text).toContain('`First`, `Second`. Which one do you mean?')
  })

  test('about secrets, which it does not take', () => {
    const { text, commands } = reply('set the api key of the chat model to abcdef123456')
    expect(commands).toEqual([])
    expect(text).toContain('secrets are not taken in the chat')
    expect(text).not.toContain('abcdef123456')
  })
})

describe('whatever is said', () => {
  const words = constantFrom(
    ...'add insert the a chat model text input output summarizer between and after before connect to from delete rename set temperature 0.5 "x" it them for each every day at 9 if contains replace with http request ask me https://example.com then , . ; : -> all everything ⟦0⟧ ```'.split(
      ' ',
    ),
  )

  test('nothing breaks, and every command applies', async () => {
    const graphs = (['empty', 'chat', 'page', 'writers', 'orders'] as const).map((name) => graphNamed(name, catalogue))
    await check(
      asyncProperty(listOf(words, { maxLength: 25 }), constantFrom(...graphs), async (said, graph) => {
        const { commands, text: answer } = ruleReply({ message: said.join(' '), graph, catalogue })
        const edits = commands.filter(({ verb }) => verb !== 'undo' && verb !== 'redo')
        expect(applyAll(graph, edits, catalogue).results.filter((one) => !one.ok)).toEqual([])
        expect(answer).not.toBe('')
      }),
      { numRuns: 250 },
    )
    await check(
      asyncProperty(text({ maxLength: 200, unit: 'binary' }), async (said) => {
        ruleReply({ message: said, graph: chat, catalogue })
      }),
    )
  })

  test('a workflow of ten thousand nodes is no trouble', () => {
    const [input, model, output] = chat.nodes
    const nodes = Array.from({ length: 10_000 }, (_, at) => ({ ...[input, model, output][at % 3]!, id: `n.${at}` }))
    const large = { nodes, edges: [] }
    const messages = [
      'add a logger after the first chat model',
      'set the temperature to 0.3',
      'connect everything',
      'what does this workflow do?',
      'what is wrong?',
      'delete the last node',
      'rename n.7 to Seven',
      'log the answer',
    ]
    for (const message of messages) {
      expect(
        cpuMsOf(() => reply(message, large)),
        message,
      ).toBeLessThan(5000)
    }
  })

  test.each([
    ['one endless word', 'a'.repeat(10_000)],
    ['endless blanks', `add ${' '.repeat(9000)} x`],
    ['many verbs', 'add and '.repeat(1250)],
    ['open brackets', '[{'.repeat(5000)],
    ['many quotes', '"'.repeat(10_000)],
    ['a long list', `connect ${'the model to the output and '.repeat(350)}`],
    ['between without an end', 'between a and '.repeat(700)],
    ['a long line of owners', 'remove the a from the b of '.repeat(21)],
  ])('%s takes no time', (_, message) => {
    expect(cpuMsOf(() => reply(message))).toBeLessThan(2000)
  })
})
