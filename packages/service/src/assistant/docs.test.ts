/** docs/how-to/assistant.md says what the built-in assistant understands; every example on it is said. */
import { readFileSync } from 'node:fs'
import { printCommands } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { ACTIONS } from './rules/recipes/actions.ts'
import { ruleReply } from './rules/rule-assistant.ts'
import { catalogue, chat, drawn } from './testing/built-in.ts'

const page = readFileSync(new URL('../../../../docs/how-to/assistant.md', import.meta.url), 'utf8')
const [before = '', onEmpty = ''] = page.split('These are said to an empty workflow:')
const EXAMPLE = /^> (.+)\n\n```millrace\n([\s\S]*?)\n```$/gm
const examplesIn = (text: string) =>
  [...text.matchAll(EXAMPLE)].map((match) => [match[1] ?? '', match[2] ?? ''] as const)

const base = drawn(/they are said to this workflow:\n\n```millrace\n([\s\S]*?)\n```/.exec(page)?.[1] ?? '')

test('the page has examples', () => {
  expect(examplesIn(before).length).toBeGreaterThanOrEqual(8)
  expect(examplesIn(onEmpty).length).toBeGreaterThanOrEqual(4)
})

test.each(examplesIn(before))('%s', (message, commands) => {
  expect(printCommands(ruleReply({ message, graph: base, catalogue }).commands, 'millrace')).toBe(commands)
})

test.each(examplesIn(onEmpty))('%s, from nothing', (message, commands) => {
  const graph = { nodes: [], edges: [] }
  expect(printCommands(ruleReply({ message, graph, catalogue }).commands, 'millrace')).toBe(commands)
})

test('every question on the page is answered without commands', () => {
  const [, section = ''] = page.split('### Questions')
  const [asked = ''] = section.split('`open the settings')
  const questions = [...asked.matchAll(/`([^`]+)`/g)].map((match) => match[1]!.replace(/\s+/g, ' '))
  expect(questions.length).toBeGreaterThan(8)
  const graph = drawn('add A text_input\nadd B text_output\nconnect A:text B:text\nadd switch\nadd chat_model')
  for (const message of questions.filter((question) => question !== 'fix it')) {
    const { commands, text } = ruleReply({ message, graph, catalogue })
    expect([message, commands.length]).toEqual([message, 0])
    expect(text).not.toContain('I did not understand')
  }
})

describe('every step', () => {
  /** A workflow that has something of everything that the examples speak of. */
  const full = drawn(
    `add summarizer
    add text_classifier
    add webhook_trigger
    add json_input
    set webhook_trigger.1:path x
    connect text_input.1:text text_classifier.1:text
    connect text_input.1:text summarizer.1:text`,
    chat,
  )

  test('is on the page with its example', () => {
    const rows = [...page.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map((match) => [match[1], match[2]])
    expect(rows.slice(-ACTIONS.length)).toEqual(ACTIONS.map(({ name, example }) => [name, example]))
  })

  test.each(ACTIONS.map(({ name, example }) => [name, example] as const))('%s: %s', (_, message) => {
    const replies = [{ nodes: [], edges: [] }, full].map((graph) => ruleReply({ message, graph, catalogue }))
    expect(Math.max(...replies.map(({ commands }) => commands.length))).toBeGreaterThan(0)
    expect(replies.some(({ text }) => !text.includes('I did not understand'))).toBe(true)
  })
})
