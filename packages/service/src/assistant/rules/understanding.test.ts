import { type Graph, printCommands } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { graphNamed } from '../../../../../eval/graphs.ts'
import { recentNodes } from '../recent-nodes.ts'
import { catalogue, chat, drawn } from '../testing/built-in.ts'
import { ruleReply } from './rule-assistant.ts'

const reply = (message: string, graph: Graph = chat, recent: string[] = []) =>
  ruleReply({ message, graph, catalogue, recent })
const lines = (message: string, graph: Graph = chat) => printCommands(reply(message, graph).commands, 'millrace')

describe('a correction changes what is there and adds nothing', () => {
  const orders = graphNamed('orders', catalogue)
  test.each([
    ['use gpt-5 instead of gpt-4o-mini', chat, 'set chat_model.1:model gpt-5'],
    ['only when the total is bigger than 250, not 100', orders, 'set if_else.1:matchText "250"'],
    ['model -> gpt-4.1', chat, 'set chat_model.1:model gpt-4.1'],
  ])('%s', (message, graph, command) => {
    expect(lines(message, graph)).toBe(command)
  })

  test('of something that is not there is not guessed', () => {
    const { commands, text } = reply('post it to the moon instead of mars')
    expect([commands, text]).toEqual([[], expect.stringContaining('I did not understand')])
  })
})

describe('a sentence with an id in it is still a sentence', () => {
  test.each([
    ['rename chat_model.1 to Bob', 'rename chat_model.1 Bob'],
    ['rename chat_model.1 Bob', 'rename chat_model.1 Bob'],
    ['set text_input.1:placeholder to hello', 'set text_input.1:placeholder hello'],
    ['lay it out', 'layout auto'],
    ['lay everything out', 'layout auto'],
  ])('%s', (message, command) => {
    expect(lines(message)).toBe(command)
  })
})

describe('what would do harm is not done', () => {
  test('everything but one node is not that node', () => {
    expect(lines('delete everything but the text input')).toBe('delete chat_model.1\ndelete text_output.1')
  })

  test('an item of a list is not the node that has the list', () => {
    const support = graphNamed('support', catalogue)
    expect(lines('remove billing from the labels', support)).toBe('set text_classifier.1:labels ["technical"]')
  })

  test('a thing that the workflow does not have is not made up', () => {
    const { commands, text } = reply('log the frobnication')
    expect([commands, text]).toEqual([[], expect.stringContaining('I did not understand "log the frobnication"')])
  })

  test('a value is not connected as an order', () => {
    const list = drawn('add file_read\nset file_read.1:path a.json')
    expect(lines('sort the file by price', list)).not.toMatch(/connect file_read\.1:content \S+:trigger/)
  })
})

describe('what is passed over is told', () => {
  test('a clause of which nothing shows', () => {
    expect(reply('add a logger after the model, which juggles seven burning torches').text).toContain(
      'did not understand',
    )
  })

  test('a word before the name of a type', () => {
    expect(reply('add a blockchain validator').text).toContain('I did not understand "blockchain"')
  })
})

describe('slips of the keyboard', () => {
  test('are put right where nothing else helps, and the words are repeated as they were written', () => {
    expect(lines('temprature 0.7')).toBe('set chat_model.1:temperature 0.7')
    expect(reply('wobble the modell').text).toContain('"wobble the modell"')
  })
})

test('"it" is what the last reply added, not what that was connected to', () => {
  const { graph } = { graph: drawn('add Note logger\nconnect chat_model.1:response Note:message', chat) }
  const content =
    '```millrace\nadd Note logger\nconnect chat_model.1:response Note:message\nset chat_model.1:model m\n```'
  expect(recentNodes([{ role: 'assistant', content }], graph).at(-1)).toBe('Note')
})

test('a view is for the page and leaves the workflow alone', () => {
  expect(lines('open the settings of the model')).toBe('config chat_model.1')
  expect(lines('zoom out a bit')).toBe('canvas zoom out')
})

describe('questions about how nodes hang together', () => {
  test.each([
    ['what comes after the chat model?', 'text_output.1'],
    ['what sits between the input and the output?', 'chat_model.1'],
    ['where does the text output get its data from?', 'chat_model.1'],
  ])('%s', (message, id) => {
    const { commands, text } = reply(message)
    expect([commands, text]).toEqual([[], expect.stringContaining(id)])
  })
})
