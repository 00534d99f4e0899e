import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folded } from './case-fold.ts'
import { cutAt, pieces } from './chunks.ts'
import { replaced } from './replace.ts'
import { RESTYLE } from './text-operations.ts'

const ANY_TEXT = fc.string({ unit: 'grapheme' })

test('case folding keeps the length of the text', () => {
  expect(['İstanbul', 'ΟΔΟΣ', 'Straße', 'ǅ', '𐐀'].map(folded)).toEqual(['istanbul', 'οδοσ', 'straße', 'ǆ', '𐐨'])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(folded(text).length).toBe(text.length)
    }),
  )
})

describe('replacing', () => {
  const anyCase = { isCaseSensitive: false, isWholeWord: false }

  test.each([
    ['aaa', 'aa', { text: 'xa', count: 1 }],
    ['İİ', 'i', { text: 'xx', count: 2 }],
    ['ΟΔΟΣ', 'σ', { text: 'ΟΔΟx', count: 1 }],
    ['🙂 is 🙂', '🙂', { text: 'x is x', count: 2 }],
    ['abc', 'abcd', { text: 'abc', count: 0 }],
    ['', 'a', { text: '', count: 0 }],
  ])('in "%s" every "%s"', (text, find, expected) => {
    expect(replaced(text, { find, by: 'x', ...anyCase })).toEqual(expected)
  })

  test.each([
    ['cat cats cat', 'x cats x'],
    ['cat_ (cat) écat', 'cat_ (x) écat'],
    ['𐐀cat cat𐐀', '𐐀cat cat𐐀'],
    ['catcat cat', 'catcat x'],
  ])('whole words in "%s"', (text, expected) => {
    expect(replaced(text, { find: 'cat', by: 'x', isCaseSensitive: true, isWholeWord: true }).text).toBe(expected)
  })

  test('matches a regular expression for the same text', () => {
    fc.assert(
      fc.property(ANY_TEXT, fc.string({ minLength: 1, maxLength: 3 }), ANY_TEXT, (text, find, by) => {
        const { text: after } = replaced(text, { find, by, isCaseSensitive: true, isWholeWord: false })
        expect(after).toBe(text.replaceAll(find, () => by))
      }),
    )
  })

  test('rejects a result that is too large', () => {
    const replacement = { find: 'a', by: 'b'.repeat(10_000), ...anyCase }
    expect(() => replaced('a'.repeat(10_000), replacement)).toThrow('The text after replacement is too long.')
  })
})

describe('chunks', () => {
  test('keep inner separators and drop outer whitespace', () => {
    expect(pieces('  a,  b\nc  ', 'words', { size: 2, overlap: 0 })).toEqual(['a,  b', 'c'])
  })

  test('keep the whitespace between sentences', () => {
    expect(pieces(' One.  Two. Three.', 'sentences', { size: 2, overlap: 1 })).toEqual(['One.  Two.', 'Two. Three.'])
  })

  test('end paragraphs at blank lines with any line ending', () => {
    const text = '\r\n first\r\nstill\r\n \t\r\nsecond\n\n\n  third  '
    expect(pieces(text, 'paragraphs', { size: 1, overlap: 0 })).toEqual(['first\r\nstill', 'second', 'third'])
  })

  test('have no last chunk that only repeats', () => {
    expect(pieces('a b c d', 'words', { size: 3, overlap: 2 })).toEqual(['a b c', 'b c d'])
    expect(pieces('a b', 'words', { size: 5, overlap: 4 })).toEqual(['a b'])
  })

  test('add up to the text without an overlap', () => {
    fc.assert(
      fc.property(ANY_TEXT, fc.integer({ min: 1, max: 5 }), (text, size) => {
        const found = pieces(text, 'characters', { size, overlap: 0 })
        expect(found.join('')).toBe(text)
        expect(found.every((piece) => [...piece].length <= size)).toBe(true)
      }),
    )
  })

  test('are rejected if they are too large in total', () => {
    const text = 'a'.repeat(50_000)
    expect(() => pieces(text, 'characters', { size: 20_000, overlap: 19_999 })).toThrow('too large in total')
  })

  test('split at every character with an empty separator', () => {
    expect([cutAt('a🙂b', ''), cutAt('', ','), cutAt(',', ',')]).toEqual([['a', '🙂', 'b'], [], ['', '']])
  })
})

describe('text formatting', () => {
  test('reversing twice changes nothing', () => {
    // Letters only: combining marks join with their left neighbour, which changes.
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '👩‍🚀', '🇳🇱', 'x') }), (text) => {
        expect(RESTYLE.reverse(RESTYLE.reverse(text))).toBe(text)
      }),
    )
  })

  test.each([
    ['Hello,  World!', 'hello-world'],
    ['Ærø & Ñandú', 'ærø-nandu'],
    ['東京 2030', '東京-2030'],
    ['---', ''],
    ['한국', '한국'],
  ])('slugifies "%s"', (text, slug) => {
    expect(RESTYLE.slugify(text)).toBe(slug)
  })

  test.each([
    ['', ''],
    ['élan vital', 'Élan vital'],
    ['3 mice', '3 Mice'],
    ['iPhone', 'IPhone'],
  ])('capitalizes "%s"', (text, expected) => {
    expect(RESTYLE.capitalize(text)).toBe(expected)
  })
})
