/** Sends every example of docs/how-to/assistant.md to the built-in assistant. */
import { readFileSync } from 'node:fs'
import { printCommands } from '@millrace/model'
import { expect, test } from 'vitest'
import { ruleReply } from './interpreter/interpreter.ts'
import { catalogue, drawn } from './testing/built-in.ts'

const page = readFileSync(new URL('../../../../docs/how-to/assistant.md', import.meta.url), 'utf8')
const examples = [...page.matchAll(/^> (.+)\n\n```millrace\n([\s\S]*?)\n```$/gm)].map(
  (match) => [match[1] ?? '', match[2] ?? ''] as const,
)
const base = drawn(/tested on this workflow:\n\n```millrace\n([\s\S]*?)\n```/.exec(page)?.[1] ?? '')

test('the page has examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(6)
})

test.each(examples)('%s', (message, commands) => {
  expect(printCommands(ruleReply({ message, graph: base, catalogue }).commands, 'millrace')).toBe(commands)
})

test('every command of the table is understood', () => {
  const [, table = ''] = page.split('| Command    | English')
  const rows = (table.split('\n\n')[0] ?? '').split('\n').slice(2)
  const messages = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''))
  expect(messages.length).toBeGreaterThan(30)
  const graph = drawn(
    'add A logger\nadd B logger\nadd summarizer\nconnect chat_model.1:response A:message\nconnect A:message B:message',
    base,
  )
  for (const message of messages)
    expect([message, ruleReply({ message, graph, catalogue }).text]).toEqual([
      message,
      expect.not.stringMatching(/did not|habe ich nicht/),
    ])
})
