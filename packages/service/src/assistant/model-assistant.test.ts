import { type ModelMessage, NodeFailure } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { createAssistant } from './assistant.ts'
import { fencedIn } from './fenced-blocks.ts'
import { english } from './interpreter/lexicon/en.ts'
import { type AskModel, modelReply } from './model-assistant.ts'
import { printedReply } from './printed-reply.ts'
import { catalogue, chat, drawn } from './testing/built-in.ts'

const { texts } = english

const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
const block = (commands: string, label = 'millrace') => `\`\`\`${label}\n${commands}\n\`\`\``

/** A model that gives these replies in order, and records the messages it gets. */
function model(...replies: string[]) {
  const told: (readonly ModelMessage[])[] = []
  const ask: AskModel = async ({ messages }) => {
    told.push([...messages])
    return { text: replies[told.length - 1] ?? replies.at(-1) ?? '', toolCalls: [], usage, finishReason: 'stop' }
  }
  return { ask, told }
}

const request = (message: string) => ({ message, graph: chat, history: [] })

describe('a reply of a model', () => {
  test('that applies is accepted at once, under either label', async () => {
    const { ask, told } = model(
      `Sure.\n\n${block('add log logger')}\n${block('connect chat_model.1:response to log:message', 'flowdrop')}`,
    )
    const answer = await modelReply(request('log the answer'), catalogue, ask)
    expect(answer).toEqual({
      text: 'Sure.',
      commands: [expect.objectContaining({ verb: 'add' }), expect.objectContaining({ verb: 'connect' })],
    })
    expect(told).toHaveLength(1)
  })

  test('that does not apply goes back with the reasons until it does', async () => {
    const { ask, told } = model(
      block('add log loger'),
      block('add log logger\nconnect chat_model.1:answer log:message'),
      `Done.\n${block('add log logger')}`,
    )
    const { text, commands } = await modelReply(request('log'), catalogue, ask)
    expect(text).toContain('Done.')
    expect(commands).toEqual([{ verb: 'add', type: 'logger', name: 'log' }])
    expect(told).toHaveLength(3)
    expect(told[1]?.at(-1)?.content).toContain('There is no node type "loger"; did you mean "logger"?')
    expect(told[2]?.at(-1)?.content).toContain('Node "Chat model" (chat_model.1) has no output "answer"')
  })

  test('is corrected at most three times; then only what applies is sent and the rest is named', async () => {
    const { ask, told } = model(`I try.\n${block('rename chat_model.1 Bob\ndelete missing\nfly away')}`)
    const { text, commands } = await modelReply(request('do it'), catalogue, ask)
    expect(told).toHaveLength(4)
    expect(commands).toEqual([{ verb: 'rename', node: 'chat_model.1', label: 'Bob' }])
    expect(text).toContain('does not work and was left out')
    expect(text).toContain('There is no node "missing"')
    expect(text).toContain('"fly" is not a command')
  })

  test('changes the layout only if asked to, and has no commands for the page', async () => {
    const { ask } = model(block('rename chat_model.1 Bob\nlayout auto\ncanvas fit'))
    expect((await modelReply(request('rename it'), catalogue, ask)).commands).toHaveLength(1)
    expect((await modelReply(request('tidy up the layout'), catalogue, ask)).commands).toHaveLength(2)
  })

  test('has its questions answered in text', async () => {
    const { ask } = model(`Let me see.\n${block('list nodes')}`)
    const { text, commands } = await modelReply(request('what is there?'), catalogue, ask)
    expect([text, commands]).toEqual([expect.stringContaining('- `chat_model.1`: `chat_model`'), []])
  })

  test('may undo, but only by itself', async () => {
    expect((await modelReply(request('undo'), catalogue, model(block('undo')).ask)).commands).toEqual([
      { verb: 'undo' },
    ])
    const both = await modelReply(request('undo'), catalogue, model(block('rename chat_model.1 Bob\nundo')).ask)
    expect(both.commands).toEqual([{ verb: 'rename', node: 'chat_model.1', label: 'Bob' }])
  })

  test('lists what is left to do', async () => {
    const { text } = await modelReply(request('summarise'), catalogue, model(block('add s summarizer')).ask)
    expect(text).toContain('Node "s" needs something connected to its input "text"')
  })

  test('keeps blocks with other labels in its text', () => {
    expect(fencedIn('See:\n```json\n{}\n```\n~~~MILLRACE\nundo\n~~~\nBye')).toEqual({
      text: 'See:\n```json\n{}\n```\n\nBye',
      commands: 'undo',
    })
    expect(fencedIn('```millrace\nadd a logger')).toEqual({ text: '', commands: 'add a logger' })
  })
})

describe('a model that fails', () => {
  const failing = (error: unknown) => ({
    settings: { provider: 'openai' },
    models: { forStep: () => ({ answer: () => Promise.reject(error), embed: () => Promise.reject(error) }) },
  })

  test('is replaced by the rules, with a note', async () => {
    const warned: unknown[] = []
    const log = { warn: (facts: object) => void warned.push(facts) }
    const assistant = createAssistant({
      catalogue,
      dialect: 'millrace',
      model: failing(new NodeFailure('UNAUTHORIZED', 'api.example answered 401')),
      log,
    })
    const reply = await assistant.reply({
      ...request('delete the text output'),
      graph: JSON.stringify(chat),
      signal: new AbortController().signal,
    })
    expect(reply.source).toBe('rules')
    expect(reply.content).toContain('The model could not be asked (api.example answered 401).')
    expect(reply.content).toContain('delete text_output.1')
    expect(warned).toEqual([{ code: 'UNAUTHORIZED' }])
  })

  test('is not replaced if the client disconnected', async () => {
    const assistant = createAssistant({
      catalogue,
      dialect: 'millrace',
      model: failing(new Error('aborted')),
      log: { warn: () => {} },
    })
    await expect(
      assistant.reply({ ...request('x'), graph: JSON.stringify(chat), signal: AbortSignal.abort(new Error('gone')) }),
    ).rejects.toThrow('gone')
  })
})

describe('a printed reply', () => {
  const commands = [
    { verb: 'add', type: 'summarizer', name: 'Short version' },
    { verb: 'add', type: 'text_output', name: 'Text output' },
    {
      verb: 'connect',
      source: { node: 'summarizer.1', port: 'summary' },
      target: { node: 'text_output.1', port: 'text' },
    },
  ] as const
  const graph = drawn('')

  test('has named nodes in the millrace dialect', () => {
    const { content } = printedReply({ text: 'So.', commands }, { graph, catalogue, dialect: 'millrace', texts })
    expect(content).toBe(
      'So.\n\n```millrace\nadd short_version summarizer\nrename short_version Short version\nadd text_output_1 text_output\nrename text_output_1 Text output\nconnect short_version:summary text_output_1:text\n```',
    )
  })

  test('has no names, and its own words and label, for the public editor', () => {
    const { content } = printedReply({ text: 'So.', commands }, { graph, catalogue, dialect: 'flowdrop', texts })
    expect(content).toBe(
      'So.\n\n```flowdrop\nadd summarizer\nrename summarizer.1 Short version\nadd text_output\nconnect summarizer.1:summary to text_output.1:text\n```',
    )
  })

  test('omits commands that have no text or do not apply', () => {
    const odd = [...commands, { verb: 'delete', node: 'missing' }, { verb: 'place', places: [] }] as never
    const { content, commands: count } = printedReply(
      { text: 'So.', commands: odd },
      { graph, catalogue, dialect: 'millrace', texts },
    )
    expect(count).toBe(5)
    expect(content).toContain('2 of the changes cannot be written as a command and were left out.')
  })
})
