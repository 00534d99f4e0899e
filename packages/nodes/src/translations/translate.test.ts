import { BUILT_IN_CATEGORIES, COMPATIBILITY_RULES, catalogueOf, DATA_TYPES } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { loadBuiltInNodes } from '../load-nodes.ts'
import { german } from './german/german.ts'
import { CATALOGUE_LANGUAGES, translated, translationTo } from './translate.ts'

/** Every text of the catalogue that people read. */
async function textsOfCatalogue(): Promise<ReadonlySet<string>> {
  const texts = new Set<string>()
  const note = (text: string) => {
    texts.add(text)
    return text
  }
  const { types } = catalogueOf(await loadBuiltInNodes())
  for (const described of types.values()) translated(described, note)
  for (const { label, description } of BUILT_IN_CATEGORIES) translated({ label, description }, note)
  for (const described of [...DATA_TYPES, ...COMPATIBILITY_RULES]) translated(described, note)
  texts.delete('')
  return texts
}

describe('the German catalogue', () => {
  test('translates every text of the built-in node types, categories and data types', async () => {
    expect([...(await textsOfCatalogue())].filter((text) => !Object.hasOwn(german, text))).toEqual([])
  })

  test('has no text that the catalogue does not use', async () => {
    const used = await textsOfCatalogue()
    expect(Object.keys(german).filter((text) => !used.has(text))).toEqual([])
  })

  test('keeps code, quoted names and placeholders of the English text', () => {
    const marks = (text: string) => (text.match(/\{\{\s?\w+\s?\}\}|`[^`]+`|\\[nt]|\$1/g) ?? []).sort()
    for (const [english, text] of Object.entries(german)) expect(marks(text), english).toEqual(marks(english))
  })
})

describe('translating', () => {
  const upper = (text: string) => text.toUpperCase()

  test('changes names, titles, descriptions and labels, and nothing else', () => {
    const type = {
      id: 'a',
      name: 'a name',
      category: 'inputs',
      tags: ['a tag'],
      config: {
        properties: {
          title: { type: 'string', title: 'a title', default: 'a default', enum: ['x'], pattern: 'p' },
          mode: { oneOf: [{ const: 'c', title: 'a choice' }], examples: [{ title: 'an example' }] },
        },
      },
      inputs: [{ id: 'in', name: 'a port', dataType: 'string' }],
    }
    expect(translated(type, upper)).toEqual({
      ...type,
      name: 'A NAME',
      config: {
        properties: {
          title: { ...type.config.properties.title, title: 'A TITLE' },
          mode: { ...type.config.properties.mode, oneOf: [{ const: 'c', title: 'A CHOICE' }] },
        },
      },
      inputs: [{ id: 'in', name: 'A PORT', dataType: 'string' }],
    })
  })

  test('knows no translation to English or to an unknown language', async () => {
    expect(CATALOGUE_LANGUAGES).toEqual(['de'])
    for (const language of ['en', 'xx', '__proto__', 'toString']) expect(await translationTo(language)).toBeUndefined()
    const translate = await translationTo('de')
    expect(translate?.('HTTP request')).toBe('HTTP-Anfrage')
    expect(translate?.('Something of a custom node')).toBe('Something of a custom node')
    expect(translate?.('constructor')).toBe('constructor')
  })
})
