/** The texts are complete in every language, and no visible text is outside of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  CREDENTIAL_TYPES,
  credentialFields,
  DELIVERY_STATUSES,
  EXECUTION_STATUSES,
  INTERRUPT_STATUSES,
  SESSION_STATUSES,
  STEP_STATUSES,
} from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { connectionText } from '../credentials/connection-text.ts'
import { credentialTypeText } from '../credentials/type-text.ts'
import { LANGUAGES, type LanguageTag, languageOf, loadLanguage } from './languages.ts'
import { wordsInSources } from './testing/source-words.ts'
import { ENGLISH, textsFor } from './texts.ts'

/** All texts by path. */
function textsIn(part: object, path = ''): Map<string, unknown> {
  const found = Object.entries(part).flatMap(([name, text]): [string, unknown][] => {
    const here = path === '' ? name : `${path}.${name}`
    const isPart = typeof text === 'object' && text !== null && !Array.isArray(text)
    return isPart ? [...textsIn(text, here)] : [[here, text]]
  })
  return new Map(found)
}

await loadLanguage('de')
const catalogues = await Promise.all(
  (Object.keys(LANGUAGES) as LanguageTag[]).map(async (tag) => {
    // Those that are loaded with their part of the page.
    const later = { credentialTypes: credentialTypeText({ tag }), credentialConnection: connectionText({ tag }) }
    return [tag, { ...(await LANGUAGES[tag].load())(String), ...later }] as const
  }),
)
const byTag = new Map(catalogues)

const all = textsIn(byTag.get('en') ?? {})

/** Paths of texts that look like status labels. */
const LABELS = /\bstatuses\.|\b(?:running|interrupted|awaiting_input|skipped)$/

/** Words that are the same in both languages, and names. */
const ALIKE = new Set(
  `Millrace|Workflows|Workflow|Name|Status|Type|Text|Playground|Agent Spec|A|99+|Link|chat_input|chat_output|Graph|Kanban|
  Tokens|Token|Debug|Info|Live|ms|s|min|h|OpenAI|Anthropic|Google|Ollama|Echo (offline)|Version|Build|Filter|ID|Tags|
  Details|Operator|Admin|Limits|Webhook|MCP|STARTTLS|TLS|Port`
    .split('|')
    .map((word) => word.trim()),
)

describe('the languages', () => {
  test.each(catalogues)('%s has every text and no other', (_, texts) => {
    const own = textsIn(texts)
    expect([...own.keys()].sort()).toEqual([...all.keys()].sort())
    for (const [path, text] of own) {
      expect(typeof text, path).toBe(typeof all.get(path))
      if (typeof text === 'string') expect(text.trim(), path).not.toBe('')
      // A text with parameters uses all of them.
      if (typeof text === 'function') expect(text.length, path).toBe((all.get(path) as () => string).length)
    }
  })

  test.each(catalogues)('%s has exactly one label for every status', (_, texts) => {
    expect(Object.keys(texts.status.step)).toEqual([...STEP_STATUSES])
    expect(Object.keys(texts.status.interrupt)).toEqual([...INTERRUPT_STATUSES])
    expect(Object.keys(texts.status.session)).toEqual([...SESSION_STATUSES])
    expect(Object.keys(texts.status.delivery)).toEqual([...DELIVERY_STATUSES])
    // Executions use the labels of steps.
    expect(EXECUTION_STATUSES.filter((status) => !Object.hasOwn(texts.status.step, status))).toEqual([])
    const { status: _labels, ...others } = texts
    expect([...textsIn(others).keys()].filter((path) => LABELS.test(path))).toEqual([])
  })

  test('German texts are not English', () => {
    const same = [...textsIn(byTag.get('de') ?? {})].filter(
      ([path, text]) => typeof text === 'string' && text === all.get(path),
    )
    expect(same.filter(([, text]) => !ALIKE.has(String(text)))).toEqual([])
  })

  test.each(catalogues)('%s has a text for every type and field of credentials', (_, { credentialTypes: texts }) => {
    const { types, typeHints, fields, options } = texts
    for (const type of CREDENTIAL_TYPES) {
      expect([types[type.id], typeHints[type.id]], type.id).toEqual([expect.any(String), expect.any(String)])
      for (const { key, schema } of credentialFields(type)) {
        expect(fields[key], key).toEqual(expect.any(String))
        for (const option of (schema.enum as readonly string[] | undefined) ?? [])
          expect(options[option], option).toEqual(expect.any(String))
      }
    }
  })

  test('languages are found by their tags', () => {
    expect(languageOf(['de-AT', 'en'])).toBe('de')
    expect(languageOf(['fr', 'DE_ch'])).toBe('de')
    expect(languageOf(['fr'])).toBe('en')
    expect(languageOf([])).toBe('en')
  })
})

describe('the texts of an instance', () => {
  test('use the language of the host, else the choice of the user', () => {
    const german = textsFor('browser', { language: 'de' })
    expect([german.ui.close, german.time.daysLeft(2), german.locale]).toEqual(['Schließen', '2 Tage', 'de'])
    expect(textsFor('de').ui.close).toBe('Schließen')
    expect(textsFor('de', { language: 'en' }).ui.close).toBe('Close')
  })

  test('are independent between two instances', () => {
    const [german, english] = [textsFor('browser', { language: 'de' }), textsFor('browser', { language: 'en' })]
    expect([german.ui.close, english.ui.close]).toEqual(['Schließen', 'Close'])
    expect([german.questions.characters(1234, 5000), english.questions.characters(1234, 5000)]).toEqual([
      '1.234 von 5.000',
      '1,234 of 5,000',
    ])
  })

  test('use texts of the host, some or all, with English for the rest', () => {
    const french = textsFor('browser', { language: 'fr', strings: { ui: { close: 'Fermer' } } })
    expect([french.ui.close, french.ui.cancel, french.locale, french.tag]).toEqual(['Fermer', 'Cancel', 'fr', 'fr'])
    const german = textsFor('browser', { language: 'de', strings: { ui: { close: 'Zu' } } })
    expect([german.ui.close, german.ui.cancel]).toEqual(['Zu', 'Abbrechen'])
    expect([ENGLISH.ui.close, textsFor('de').ui.close]).toEqual(['Close', 'Schließen'])
  })

  test('ignore texts of the wrong type', () => {
    const odd = { ui: { close: 7, themes: 'none', more: 'x' }, time: { daysLeft: 'days' }, nothing: {} }
    const texts = textsFor('browser', { language: 'en', strings: odd as never })
    expect([texts.ui.close, texts.ui.themes.dark, texts.time.daysLeft(1)]).toEqual(['Close', 'Dark', '1 day'])
    expect('more' in texts.ui || 'nothing' in texts).toBe(false)
  })
})

describe('the sources', () => {
  test('show no words that are not in the catalogue', () => {
    expect(wordsInSources()).toEqual([])
  })

  test('use every text', () => {
    const folder = fileURLToPath(new URL('../', import.meta.url))
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const isSource = (name: string) => /\.tsx?$/.test(name) && !/^i18n|\.test\.tsx?$/.test(name)
    const sources = names.filter(isSource).map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    const words = new Set(sources.join('\n').match(/\w+/g))
    // A part that is accessed by a computed name counts as used.
    const computed = new Set([...sources.join('\n').matchAll(/\.(\w+)\[/g)].map(([, name]) => name))
    const isNamed = (path: string) => {
      const parts = path.split('.')
      return words.has(parts.at(-1) ?? '') || parts.slice(0, -1).some((part) => computed.has(part))
    }
    expect([...all.keys()].filter((path) => !isNamed(path))).toEqual([])
  })
})
