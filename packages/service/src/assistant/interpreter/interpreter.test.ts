import { applyAll, catalogueOf, defineNode, type Graph, printCommands, Type } from '@millrace/model'
import { leastCpuMs } from '@millrace/model/testing/cpu-time'
import { loadBuiltInNodes } from '@millrace/nodes'
import { assert as check, constantFrom, array as listOf, property, string as text } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { graphNamed } from '../../../../../eval/graphs.ts'
import { recentNodes } from '../recent-nodes.ts'
import { catalogue, chat, drawn } from '../testing/built-in.ts'
import { ruleReply } from './interpreter.ts'

const reply = (message: string, graph: Graph = chat, recent: string[] = []) =>
  ruleReply({ message, graph, catalogue, recent })
const lines = (message: string, graph: Graph = chat, recent: string[] = []) =>
  printCommands(reply(message, graph, recent).commands, 'millrace')

const loose = graphNamed('loose', catalogue)
const page = graphNamed('page', catalogue)
const writers = graphNamed('writers', catalogue)
const ADDED_LOGGER = `add Logger logger
disconnect chat_model.1:response text_output.1:text
connect chat_model.1:response Logger:message
connect Logger:message text_output.1:text`
const ADDED_DELAY = `add Delay delay
set Delay:seconds 5
disconnect text_input.1:text chat_model.1:message
connect text_input.1:text Delay:value
connect Delay:value chat_model.1:message`

describe('carries out each verb in English and German', () => {
  test.each<[string, Graph, string]>([
    ['add a logger after the chat model', chat, ADDED_LOGGER],
    ['Füge nach dem Chat-Modell einen Logger ein', chat, ADDED_LOGGER],
    ['insert a delay of 5 seconds between the text input and the chat model', chat, ADDED_DELAY],
    ['füge zwischen der Texteingabe und dem Modell eine Verzögerung von 5 Sekunden ein', chat, ADDED_DELAY],
    ['connect the text input to the summarizer', loose, 'connect text_input.1:text summarizer.1:text'],
    ['verbinde die Texteingabe mit der Zusammenfassung', loose, 'connect text_input.1:text summarizer.1:text'],
    ['disconnect the model from the output', chat, 'disconnect chat_model.1:response text_output.1:text'],
    ['trenne das Modell von der Ausgabe', chat, 'disconnect chat_model.1:response text_output.1:text'],
    ['rename the chat model to Writer', chat, 'rename chat_model.1 Writer'],
    ['benenne das Chat-Modell in Autor um', chat, 'rename chat_model.1 Autor'],
    ['set the temperature to 0.2', chat, 'set chat_model.1:temperature 0.2'],
    ['setze die Temperatur auf 0,2', chat, 'set chat_model.1:temperature 0.2'],
    ['remove the text output', chat, 'delete text_output.1'],
    ['entferne die Textausgabe', chat, 'delete text_output.1'],
    ['replace the chat model with an agent', chat, 'swap chat_model.1 with simple_agent'],
    ['ersetze das Chat-Modell durch einen Agenten', chat, 'swap chat_model.1 with simple_agent'],
    ['delete everything', chat, 'clear'],
    ['lösche alles', chat, 'clear'],
    ['lay out the workflow', chat, 'layout auto'],
    ['ordne den Workflow an', chat, 'layout auto'],
    ['arrange everything from top to bottom', chat, 'layout auto --direction vertical'],
    ['undo', chat, 'undo'],
    ['mach das rückgängig', chat, 'undo'],
    ['redo', chat, 'redo'],
    ['wiederhole das', chat, 'redo'],
  ])('%s', (message, graph, commands) => {
    expect(lines(message, graph)).toBe(commands)
  })

  test.each([
    ['explain the chat model', /Chat model/],
    ['erkläre das Chat-Modell', /Chat model/],
    ['what does this workflow do?', /Text input[\s\S]*→ Chat model/],
    ['was macht dieser Workflow?', /Text input[\s\S]*→ Chat model/],
    ['list nodes', /text_input\.1[\s\S]*text_output\.1/],
    ['liste alle Verbindungen auf', /chat_model\.1:response/],
    ['list all node types', /http_request/],
    ['search for csv', /csv_parse/],
    ['suche nach csv', /csv_parse/],
    ['check the workflow', /no problems/],
    ['prüfe den Workflow', /keine Probleme/],
    ['help', /add a <node type>/],
    ['Hilfe', /füge einen <Knotentyp>/],
  ])('answers "%s" without commands', (message, answer) => {
    expect(reply(message)).toEqual({ commands: [], text: expect.stringMatching(answer) })
  })
})

describe('finds nodes, types and settings', () => {
  test.each<[string, Graph, string]>([
    ['by id', chat, 'delete chat_model.1'],
    ['by label', writers, 'remove the critic'],
    ['by type', page, 'remove the summarizer'],
    ['by a tag of the type', chat, 'remove the llm'],
    ['by category', chat, 'delete the input'],
    ['by order', writers, 'delete the second chat model'],
    ['with a typing error', chat, 'delete the chat modle'],
  ])('%s', (_, graph, message) => {
    expect(reply(message, graph).commands).toEqual([{ verb: 'delete', node: expect.any(String) }])
  })

  test('by a part of the label only where nothing is lost', () => {
    const orders = graphNamed('orders', catalogue)
    expect(lines('add a note after the boss', orders)).toBe('')
    expect(lines('add a logger after the boss', orders)).toContain('connect http_request.1:body')
    expect(reply('delete the boss', orders)).toEqual({ commands: [], text: expect.stringContaining('Notify boss') })
  })

  test('of packages of the user like those that are built in', async () => {
    const custom = defineNode({
      id: 'acme.translate',
      version: '1.0.0',
      name: 'Acme translator',
      description: 'Translates.',
      category: 'acme',
      icon: 'mdi:translate',
      tags: ['translation', 'Übersetzung'],
      config: Type.Object({ targetLanguage: Type.String({ title: 'Target language', default: 'en' }) }),
      inputs: { text: { dataType: 'string', required: true } },
      outputs: { translated: { dataType: 'string' } },
      run: () => ({ kind: 'outputs', outputs: { translated: '' } }) as never,
    })
    const own = catalogueOf([...(await loadBuiltInNodes()), custom])
    const said = (message: string) =>
      printCommands(ruleReply({ message, graph: chat, catalogue: own }).commands, 'millrace')
    for (const message of ['add a translation after the chat model', 'füge eine Übersetzung nach dem Chat-Modell ein'])
      expect(said(message)).toMatch(
        /acme\.translate[\s\S]*connect chat_model\.1:response \w+:text\nconnect \w+:translated text_output\.1:text$/,
      )
    const graph = {
      nodes: applyAll(chat, [{ verb: 'add', type: 'acme.translate', name: 'T' }], own).graph.nodes,
      edges: [],
    }
    const { commands } = ruleReply({ message: 'set the target language to fr', graph, catalogue: own })
    expect(commands).toEqual([{ verb: 'set', node: 'T', key: 'targetLanguage', value: 'fr' }])
  })

  test('and forgives one typing error, but not another first letter', () => {
    expect(lines('renmae the chat model to Bob')).toBe('rename chat_model.1 Bob')
    expect(lines('set the temprature to 0.7')).toBe('set chat_model.1:temperature 0.7')
    expect(lines('add a blogger')).toBe('')
  })

  test('and takes "it" for the node of the clause before, or of the last reply', () => {
    expect(lines('add a logger and rename it to Audit')).toBe('add Logger logger\nrename Logger Audit')
    expect(lines('rename it to Bob', chat, ['text_input.1', 'chat_model.1'])).toBe('rename chat_model.1 Bob')
    expect(lines('build a rocket and rename it to Bob', chat, ['chat_model.1'])).toBe('')
  })
})

test('"it" is what the last reply added, not what that was connected to', () => {
  const graph = drawn('add Note logger\nconnect chat_model.1:response Note:message', chat)
  const content =
    '```millrace\nadd Note logger\nconnect chat_model.1:response Note:message\nset chat_model.1:model m\n```'
  expect(recentNodes([{ role: 'assistant', content }], graph).at(-1)).toBe('Note')
})

describe('asks instead of guessing', () => {
  test('which node is meant', () => {
    const { text: answer, commands } = reply('delete the chat model', writers)
    expect([commands, answer]).toEqual([[], expect.stringMatching(/Draft writer[\s\S]*Critic/)])
    expect(reply('lösche das Chat-Modell', writers).text).toContain('Was meinen Sie?')
  })

  test('which type is meant', () => {
    expect(reply('add a csv node')).toEqual({ commands: [], text: expect.stringMatching(/csv_parse[\s\S]*csv_write/) })
    expect(lines('replace the text output with the chat model')).toBe('')
  })

  test('where a text without quotes ends', () => {
    expect(reply('rename the chat model to Bob and Alice').text).toContain('Put it in quotes')
    expect(lines('rename the chat model to "Bob and Alice"')).toBe('rename chat_model.1 Bob and Alice')
    expect(lines('rename the chat model to Search and replace')).toBe('')
  })

  test.each([
    "don't delete the text output",
    'delete everything except the text input',
    'if the answer is empty, delete the text output',
    'Delete the text output. No, wait, keep it.',
    'Lösche nicht die Ausgabe, sondern die Eingabe',
    'what happens if I delete the text output?',
    'remove the input and output labels',
    'add a blockchain validator',
  ])('changes nothing for "%s"', (message) => {
    expect(lines(message)).toBe('')
  })
})

describe('names the part it left out', () => {
  test('of several clauses, and carries out the others', () => {
    const { text: answer, commands } = reply(
      'add a teleporter after the chat model and rename the text input to Question',
    )
    expect(commands).toEqual([{ verb: 'rename', node: 'text_input.1', label: 'Question' }])
    expect(answer).toContain('Left out: "add a teleporter after the chat model". There is no node type "teleporter"')
  })

  test('of one clause that continues in free wording', () => {
    const { text: answer, commands } = reply('add a logger and paint it like Monet')
    expect(commands).toHaveLength(1)
    expect(answer).toContain('Not understood: "paint it like Monet"')
  })

  test('with the closest commands', () => {
    expect(reply('connect frobnicate').text).toContain('connect <node> to <node>')
    expect(reply('verbinde irgendwie').text).toContain('verbinde <Knoten> mit <Knoten>')
  })

  test('before the workflow can run', () => {
    expect(reply('add a chat model').text).toContain('needs something connected to its input "message"')
  })

  test('where a value does not fit, or is secret', () => {
    expect(reply('set the temperature to 99').text).toContain('`temperature` cannot be "99"')
    const { text: answer, commands } = reply('set the api key of the chat model to abcdef123456')
    expect([commands, answer]).toEqual([[], expect.stringContaining('the chat accepts no secrets')])
  })
})

describe('any sequence of words', () => {
  const words = constantFrom(
    ...'add insert the a chat model text input output summarizer between and after before connect to from delete rename set temperature 0.5 "x" it all for with füge ein lösche und nach dem Modell benenne um in replace http request https://example.com then , . ; : -> everything ```'.split(
      ' ',
    ),
  )

  test('nothing breaks, and every command applies', () => {
    const graphs = (['empty', 'chat', 'page', 'writers', 'orders'] as const).map((name) => graphNamed(name, catalogue))
    check(
      property(listOf(words, { maxLength: 25 }), constantFrom(...graphs), (said, graph) => {
        const { commands, text: answer } = ruleReply({ message: said.join(' '), graph, catalogue })
        const edits = commands.filter(({ verb }) => verb !== 'undo' && verb !== 'redo')
        expect(applyAll(graph, edits, catalogue).results.filter((one) => !one.ok)).toEqual([])
        expect(answer).not.toBe('')
      }),
      { numRuns: 250 },
    )
    check(
      property(text({ maxLength: 200, unit: 'binary' }), (said) => {
        ruleReply({ message: said, graph: chat, catalogue })
      }),
    )
  })

  test('a workflow of ten thousand nodes is read in a few seconds of processing time', () => {
    const nodes = Array.from({ length: 10_000 }, (_, at) => ({ ...chat.nodes[at % 3]!, id: `n.${at}` }))
    for (const message of [
      'add a logger after the first chat model',
      'set the temperature to 0.3',
      'what does this workflow do?',
      'check the workflow',
      'delete the last node',
      'rename n.7 to Seven',
    ])
      expect(
        leastCpuMs(5000, () => reply(message, { nodes, edges: [] })),
        message,
      ).toBeLessThan(5000)
  })
})
