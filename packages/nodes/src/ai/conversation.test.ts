import { expect, test } from 'vitest'
import { conversationOf } from './conversation.ts'

function converse(inputs: Record<string, unknown>, prompt?: string) {
  const warnings: string[] = []
  const log = (_: string, message: string) => void warnings.push(message)
  const { system, messages } = conversationOf({ inputs, log }, prompt)
  return { system, said: messages.map(({ role, content }) => `${role}: ${content}`), warnings }
}

test('appends the message to the history', () => {
  const history = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Good day', at: 5 },
  ]
  expect(converse({ message: 5, history }, 'Be brief.')).toEqual({
    system: 'Be brief.',
    said: ['user: Hello', 'assistant: Good day', 'user: 5'],
    warnings: [],
  })
  expect(converse({ message: 'Go', history: null })).toEqual({ system: undefined, said: ['user: Go'], warnings: [] })
})

test('moves system messages into the system prompt', () => {
  const history = [
    { role: 'user', content: 'Hello' },
    { role: 'system', content: 'Speak French.' },
  ]
  expect(converse({ message: 'Go', history }, 'Be brief.').system).toBe('Be brief.\n\nSpeak French.')
  expect(converse({ message: 'Go', history }).system).toBe('Speak French.')
})

test('does not repeat a message that is already last in the history', () => {
  const history = [
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: 'Gone' },
    { role: 'user', content: 'Go' },
  ]
  expect(converse({ message: 'Go', history }).said).toEqual(['user: Go', 'assistant: Gone', 'user: Go'])
})

test('accepts content parts and values, drops empty messages and warns about invalid ones', () => {
  const history = [
    { role: 'user', content: [{ type: 'text', text: 'a' }, 'b', { type: 'image' }] },
    { role: 'assistant', content: '' },
    { role: 'user', content: { order: 7 } },
    { role: 'tool', content: 'x' },
    'Hello',
    { role: 'user' },
  ]
  expect(converse({ message: 'Go', history })).toEqual({
    system: undefined,
    said: ['user: a\nb\n{"type":"image"}', 'user: {"order":7}', 'user: Go'],
    warnings: ['Ignored 3 of 6 history entries that are not user, assistant or system messages.'],
  })
  expect(converse({ message: 'Go', history: { role: 'user', content: 'One' } }).said).toEqual(['user: One', 'user: Go'])
})

test('keeps the newest messages of a long history', () => {
  const many = Array.from({ length: 1003 }, (_, at) => ({ role: 'user', content: String(at) }))
  const { said, warnings } = converse({ message: 'Go', history: many })
  expect([said.length, said[0]]).toEqual([1001, 'user: 3'])
  expect(warnings).toEqual(['The history is too long: dropped its 3 oldest messages.'])
  const large = ['a', 'b', 'c'].map((letter) => ({ role: 'user', content: letter.repeat(900_000) }))
  expect(converse({ message: 'Go', history: large }).said.map((one) => one[6])).toEqual(['b', 'c', 'G'])
})

test('rejects an empty message and an invalid history', () => {
  expect(() => converse({ message: '' })).toThrow('Input "message" must not be empty.')
  expect(() => converse({ message: 'Go', history: 'Hello' })).toThrow('must be a list of messages (got string)')
})
