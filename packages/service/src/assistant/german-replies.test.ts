/** Replies in German have no English sentence of ours; names, ids and words of a provider stay as they are. */
import { applyAll, NodeFailure, type NodeType, parseCommands } from '@millrace/model'
import { translated, translationTo } from '@millrace/nodes'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerByRules } from './answer-by-rules.ts'
import { type AssistantModel, createAssistant } from './assistant.ts'
import { fencedIn } from './fenced-blocks.ts'
import { ruleReply } from './interpreter/interpreter.ts'
import { type AskModel, modelReply } from './model-assistant.ts'
import { catalogue, chat } from './testing/built-in.ts'

const ENGLISH = /\b(the|with|and|of|this|is|are|not|needs|must|has|there|its|type|from|required|default|settings)\b/i
/** Without code, which has ids, values and commands. */
const prose = (text: string) => text.replace(/```[\s\S]*?```|`[^`]*`|\*\*[^*]*\*\*/g, '')

describe('the built-in assistant', () => {
  let toGerman: Awaited<ReturnType<typeof translationTo>>
  beforeAll(async () => {
    toGerman = await translationTo('de')
  })
  const reply = (message: string, page?: string) => ruleReply({ message, graph: chat, catalogue, toGerman, page }).text

  test.each([
    'Erkläre diesen Workflow',
    'Liste alle Verbindungen auf',
    'liste die Knoten auf',
    'Ordne alles an',
    'Hilfe',
    'prüfe den Workflow',
    'füge einen http request ein',
    'füge einen Kleiderbügel ein',
    'erkläre http_request',
    'erkläre chat_model.1',
    'suche nach http',
    'suche nach Kleiderbügel',
    'setze temperature von chat_model.1 auf 900',
  ])('answers "%s" in German', (message) => {
    const lines = prose(reply(message)).split('\n')
    expect(lines.join('').trim()).not.toBe('')
    expect(lines.filter((line) => ENGLISH.test(line))).toEqual([])
  })

  test('lists what is still to do in German', () => {
    expect(reply('füge einen logger ein')).toContain('braucht eine Verbindung zu seinem Eingang')
  })

  test('answers a message without a language in that of the page', () => {
    expect(reply('xyzzy', 'de')).toMatch(/^Nicht verstanden/)
    expect(reply('xyzzy')).toMatch(/^Not understood/)
    expect(reply('add a logger', 'de')).toMatch(/^Add/)
  })

  test.each([
    ['help', 'de', 'Befehle ändern diesen Workflow'],
    ['help', 'en', 'Commands change this workflow'],
    ['help connect', 'de', ': Verbindet einen Ausgang mit einem Eingang.'],
    ['Help connect', 'en', ': Connects an output with an input.'],
    ['help me', 'de', 'Commands change this workflow'],
    ['help kleiderbügel', 'de', 'Nicht verstanden'],
  ])('answers the command "%s" in the language of the page: %s', (message, page, expected) => {
    expect(reply(message, page)).toContain(expected)
  })

  test.each([
    'add http_request',
    'add http_request orders',
    'delete chat_model.1',
    'rename chat_model.1 The model',
    'set chat_model.1:temperature 0.5',
    'set chat_model.1:temperature 900',
    'add http_request\nadd logger',
    'add kleiderbügel',
    'disconnect text_input.1:text chat_model.1:message',
    'layout auto',
    'undo',
  ])('answers the typed command "%s" in the language of the page', (message) => {
    const world = { graph: chat, catalogue, dialect: 'millrace', toGerman } as const
    const on = (page: string) => answerByRules({ message, history: [], note: '', page }, world).content
    expect(prose(on('de')).trim()).not.toBe('')
    expect(on('de')).not.toBe(on('en'))
    const lines = prose(on('de')).split('\n')
    expect(lines.filter((line) => ENGLISH.test(line))).toEqual([])
  })

  test.each([
    ['add a logger', /^Add/],
    ['rename chat_model.1 to Orders', /^Rename/],
    ['search for kleiderbügel', /^No/],
    ['help me', /^Commands change/],
    ['add logger after chat_model.1', /^Add/],
  ])('answers the English sentence "%s" in English on a German page', (message, expected) => {
    expect(reply(message, 'de')).toMatch(expected)
  })

  test.each([
    ['füge eine HTTP-Anfrage ein', 'de', ['HTTP-Anfrage']],
    ['add http_request and add http_request', 'de', ['HTTP-Anfrage', 'HTTP-Anfrage 2']],
    ['add http_request and add http_request', 'en', ['HTTP request', 'HTTP request 2']],
    ['füge eine HTTP-Anfrage ein', 'en', ['HTTP request']],
    ['add http_request called Orders', 'de', ['Orders']],
  ])('labels new nodes as the page does: "%s" in %s', (message, page, labels) => {
    for (const dialect of ['millrace', 'flowdrop'] as const) {
      const world = { graph: chat, catalogue, dialect, toGerman }
      const { content } = answerByRules({ message, history: [], note: '', page }, world)
      expect(newLabels(content, page)).toEqual(labels)
    }
  })

  /** The labels of the nodes that a reply adds on a page whose catalogue is in its language. */
  function newLabels(content: string, page: string): unknown[] {
    const types = [...catalogue.types].map(([id, type]): [string, NodeType] => [
      id,
      page === 'de' && toGerman ? translated(type, toGerman) : type,
    ])
    const shown = { ...catalogue, types: new Map(types) }
    const { commands } = parseCommands(fencedIn(content).commands, shown)
    const { graph } = applyAll(
      chat,
      commands.map(({ command }) => command),
      shown,
    )
    return graph.nodes.slice(chat.nodes.length).map(({ data }) => data?.label)
  }
})

describe('a model', () => {
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
  const request = { message: 'füge etwas ein', graph: chat, history: [], page: 'de' }

  test('gets the language of the page', async () => {
    const systems: string[] = []
    const ask: AskModel = async ({ system }) => {
      systems.push(system)
      return { text: 'Gern.', toolCalls: [], usage, finishReason: 'stop' }
    }
    await modelReply(request, catalogue, ask)
    await modelReply({ ...request, page: 'en' }, catalogue, ask)
    expect(systems.map((one) => one.includes('The page of the person is in German.'))).toEqual([true, false])
  })

  test('that writes commands that do not apply is corrected in the reply in German', async () => {
    const ask: AskModel = async () => ({
      text: 'Gern.\n```millrace\nadd a http_request\nremove x\n```',
      toolCalls: [],
      usage,
      finishReason: 'stop',
    })
    const { text } = await modelReply(request, catalogue, ask)
    expect(text).toContain('Dieser Teil funktioniert nicht und wurde ausgelassen:')
    expect(
      prose(text)
        .split('\n')
        .filter((line) => ENGLISH.test(line)),
    ).toEqual([])
  })

  test('that adds a node without a name labels it as the page does', async () => {
    const answer = async () => ({
      text: 'Gern.\n```millrace\nadd http_request\n```',
      toolCalls: [],
      usage,
      finishReason: 'stop',
    })
    const model = { settings: {}, models: { forStep: () => ({ answer }) } } as unknown as AssistantModel
    const assistant = createAssistant({ catalogue, dialect: 'millrace', model, log: { warn: () => {} } })
    const { signal } = new AbortController()
    const labelled = async (page: string) =>
      (await assistant.reply({ ...request, graph: JSON.stringify(chat), signal, page })).content
    expect(await labelled('de')).toContain('add http_request_1 http_request\nrename http_request_1 HTTP-Anfrage')
    expect(await labelled('en')).toContain('rename http_request_1 HTTP request')
  })

  test('that fails is replaced by the built-in assistant, with the reason in German', async () => {
    const failure = new NodeFailure(
      'MODEL_KEY_MISSING',
      'api.example.com rejected the request with status 401: Bad key',
    )
    const answer = () => Promise.reject(failure)
    const model = { settings: {}, models: { forStep: () => ({ answer }) } } as unknown as AssistantModel
    const assistant = createAssistant({ catalogue, dialect: 'millrace', model, log: { warn: () => {} } })
    const { signal } = new AbortController()
    const { content } = await assistant.reply({
      message: 'Hilfe',
      graph: JSON.stringify(chat),
      history: [],
      signal,
      page: 'de',
    })
    expect(content).toContain('api.example.com hat die Anfrage mit dem Status 401 abgelehnt: Bad key')
    expect(
      prose(content)
        .split('\n')
        .filter((line) => ENGLISH.test(line)),
    ).toEqual([])
  })
})
