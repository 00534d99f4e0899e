import { describe, expect, test } from 'vitest'
import { parseTemplate } from '../message-template.ts'
import { germanMessage, germanMessages } from './german.ts'
import { englishOfGerman } from './search.ts'

function finds(german: string, english: string): boolean {
  const message = english.toLowerCase()
  return englishOfGerman(german).some((parts) => parts.every((part) => message.includes(part.toLowerCase())))
}

const MESSAGES = [
  'GET http://127.0.0.1:9/a returned HTTP status 500.',
  'Round 2 failed: Input "values" must contain only numbers (got string at index 0).',
  'The workflow has stored secrets: a test run needs the permission "write".',
  'Not allowed to call: localhost resolves to a loopback address. To allow it, the operator of this service starts it with --egress-allow localhost:80.',
  'api.example.com rejected the request with status 401: Bad key',
  'Node "ask" (ask) failed: Not allowed to call: 127.0.0.1 is a loopback address. To allow it, the operator of this service starts it with --egress-allow 127.0.0.1:1.',
]

describe('a search for German text', () => {
  test.each(MESSAGES)('finds the message by its whole text: %s', (english) => {
    const german = germanMessage(english)
    expect(german).not.toBe(english)
    expect(finds(german, english)).toBe(true)
  })

  test.each([
    ['hat den HTTP-Status', MESSAGES[0]],
    ['HTTP-STATUS 500 geliefert', MESSAGES[0]],
    ['GET http://127.0.0.1:9/a hat den HTTP-Status', MESSAGES[0]],
    ['darf nur Zahlen enthalten', MESSAGES[1]],
    ['Eingang „values“ darf nur Zahlen', MESSAGES[1]],
    ['verweist auf eine Loopback-Adresse', MESSAGES[3]],
    ['ist eine Loopback-Adresse', MESSAGES[5]],
    [germanMessage(MESSAGES[5] ?? '').slice(0, 150), MESSAGES[5]],
  ])('finds a message by a part: %s', (german, english = '') => {
    expect(finds(german, english)).toBe(true)
  })

  test.each([
    ['HTTP-Status 404 geliefert', MESSAGES[0]],
    ['ist eine private Adresse', MESSAGES[5]],
    ['Eingang „other“ darf nur Zahlen', MESSAGES[1]],
    ['GET http://other/ hat den HTTP-Status 500 geliefert.', MESSAGES[0]],
  ])('does not find a message with other values: %s', (german, english = '') => {
    expect(finds(german, english)).toBe(false)
  })

  test('finds messages by their longest fixed text', () => {
    const sample = [...germanMessages()].filter((_, at) => at % 7 === 0)
    const missed = sample.filter(([english, german]) => {
      const [longest = ''] = parseTemplate(german).texts.toSorted((a, b) => b.length - a.length)
      if (longest.trim().length < 12 || english === german) return false
      const message = parseTemplate(english).texts.join('x')
      return !finds(longest.trim(), message)
    })
    expect(missed).toEqual([])
  })

  test.each(['', 'xyzzy', 'The printer is on fire', '500'])(
    'finds nothing for a text that is not in a German message: "%s"',
    (text) => {
      expect(englishOfGerman(text)).toEqual([])
    },
  )
})
