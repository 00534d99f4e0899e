/** One catalogue of texts, complete in every language, and nothing said beside it. */

import { EXECUTION_STATUSES, INTERRUPT_STATUSES, SESSION_STATUSES, STEP_STATUSES } from '@millrace/model'
import { afterEach, describe, expect, test } from 'vitest'
import { startLanguage } from '../ui/language.ts'
import { english } from './catalogue.ts'
import { german } from './de/german.ts'
import { LANGUAGES, languageOf } from './languages.ts'
import { locale, numberText } from './locale.ts'
import { t } from './strings.ts'
import { sourceTexts } from './testing/source-texts.ts'

/** Every text of a catalogue by its path. */
function textsOf(part: object, path = ''): Map<string, unknown> {
  const found = Object.entries(part).flatMap(([name, text]): [string, unknown][] => {
    const here = path === '' ? name : `${path}.${name}`
    const isPart = typeof text === 'object' && text !== null && !Array.isArray(text)
    return isPart ? [...textsOf(text, here)] : [[here, text]]
  })
  return new Map(found)
}

const all = textsOf(english)

/** Paths of texts that look like the label of a status. */
const LABELS = /\bstatuses\.|\b(?:running|interrupted|awaiting_input|skipped)$/

/** `a.b.map` asks a text `a.b` for something. */
const isBelow = (path: string, text: string) => path.startsWith(`${text}.`)

/** Words that are the same in both languages, and names. */
const ALIKE = new Set(
  `Millrace|Workflows|Workflow|Name|Status|Type|Text|Playground|Agent Spec|A|99+|Link|chat_input|chat_output|Graph|Kanban|
  Tokens|Token|Debug|Info|Live|ms|s|min|h|OpenAI|Anthropic|Google|Ollama|Echo (offline)|Version|Build|Filter`
    .split('|')
    .map((word) => word.trim()),
)

afterEach(() => startLanguage({ language: 'en', strings: {} }))

describe('the languages', () => {
  test.each(Object.entries(LANGUAGES))('%s has every text and no other', (_, { texts }) => {
    const own = textsOf(texts)
    expect([...own.keys()].sort()).toEqual([...all.keys()].sort())
    for (const [path, text] of own) {
      expect(typeof text, path).toBe(typeof all.get(path))
      if (typeof text === 'string') expect(text.trim(), path).not.toBe('')
      // The parts of a text that is put together are all used.
      if (typeof text === 'function') expect(text.length, path).toBe((all.get(path) as () => string).length)
    }
  })

  test.each(Object.entries(LANGUAGES))('%s has exactly one label for every status', (_, { texts }) => {
    expect(Object.keys(texts.status.step)).toEqual([...STEP_STATUSES])
    expect(Object.keys(texts.status.interrupt)).toEqual([...INTERRUPT_STATUSES])
    expect(Object.keys(texts.status.session)).toEqual([...SESSION_STATUSES])
    // An execution has the label of a step.
    expect(EXECUTION_STATUSES.filter((status) => !Object.hasOwn(texts.status.step, status))).toEqual([])
    const { status: _labels, ...others } = texts
    expect([...textsOf(others).keys()].filter((path) => LABELS.test(path))).toEqual([])
  })

  test('German is German', () => {
    const same = [...textsOf(german)].filter(([path, text]) => typeof text === 'string' && text === all.get(path))
    expect(same.filter(([, text]) => !ALIKE.has(String(text)))).toEqual([])
  })

  test('are found by their tags', () => {
    expect(languageOf(['de-AT', 'en'])).toBe('de')
    expect(languageOf(['fr', 'DE_ch'])).toBe('de')
    expect(languageOf(['fr'])).toBe('en')
    expect(languageOf([])).toBe('en')
  })
})

describe('the chosen language', () => {
  test('changes the texts in place, and back', () => {
    const { ui } = t
    startLanguage({ language: 'de' })
    expect([ui.close, t.time.daysLeft(2), locale(), numberText(1234.5)]).toEqual([
      'Schließen',
      '2 Tage',
      'de',
      '1.234,5',
    ])
    startLanguage({ language: 'en' })
    expect([ui.close, t.time.daysLeft(2), numberText(1234.5)]).toEqual(['Close', '2 days', '1,234.5'])
  })

  test('stays what it is for the next instance that asks for none', () => {
    startLanguage({ language: 'de' })
    startLanguage()
    expect(t.ui.close).toBe('Schließen')
  })

  test('takes texts of the host, some or all, and English for the others', () => {
    startLanguage({ language: 'fr', strings: { ui: { close: 'Fermer' } } })
    expect([t.ui.close, t.ui.cancel, locale()]).toEqual(['Fermer', 'Cancel', 'fr'])
    startLanguage({ language: 'de', strings: { ui: { close: 'Zu' } } })
    expect([t.ui.close, t.ui.cancel]).toEqual(['Zu', 'Abbrechen'])
    startLanguage({ language: 'de' })
    expect(t.ui.close).toBe('Schließen')
    expect(english.ui.close).toBe('Close')
  })

  test('is not broken by texts of the wrong kind', () => {
    const odd = { ui: { close: 7, themes: 'none', more: 'x' }, time: { daysLeft: 'days' }, nothing: {} }
    startLanguage({ language: 'en', strings: odd as never })
    expect([t.ui.close, t.ui.themes.dark, t.time.daysLeft(1)]).toEqual(['Close', 'Dark', '1 day'])
    expect('more' in t.ui || 'nothing' in t).toBe(false)
  })
})

describe('the sources', () => {
  const { reads, words } = sourceTexts()
  /** The text or part that a path leads to; a text may be asked for its length or the like. */
  const valueAt = (path: readonly string[]) =>
    path.reduce<unknown>(
      (part, name) => (typeof part === 'object' ? (part as Record<string, unknown>)?.[name] : part),
      english,
    )

  test('read many texts, and only such as there are', () => {
    expect(reads.length).toBeGreaterThan(500)
    expect(reads.filter(({ path }) => valueAt(path) === undefined)).toEqual([])
  })

  test('show no words that are not in the catalogue', () => {
    expect(words).toEqual([])
  })

  test('keep no text from when they were loaded: the language may change', () => {
    const kept = reads.filter(({ path, isAtLoad }) => isAtLoad && typeof valueAt(path) !== 'object')
    expect(kept).toEqual([])
  })

  test('use every text', () => {
    // A part that is handed on, or looked into by a name, is used as a whole.
    const used = new Set(
      reads.map(({ path }) => [...all.keys()].find((leaf) => isBelow(path.join('.'), leaf)) ?? path.join('.')),
    )
    const isUsed = (path: string) => path.split('.').some((_, at, names) => used.has(names.slice(0, at + 1).join('.')))
    expect([...all.keys()].filter((path) => !isUsed(path))).toEqual([])
  })
})
