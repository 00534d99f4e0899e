/** The wording rules of the contributor guide hold in comments, test titles, messages and pages. */
import { describe, expect, test } from 'vitest'
import { proseFiles } from '../scripts/prose/files.ts'
import { findings, type Place } from '../scripts/prose/rules.ts'
import { textsOf } from '../scripts/prose/texts.ts'

const texts = proseFiles([]).flatMap(({ path, source }) => textsOf(path, source).map((text) => ({ path, ...text })))

test('the check reads comments, test titles, strings and pages of the whole repository', () => {
  const counts = new Map<Place, number>()
  for (const { place } of texts) counts.set(place, (counts.get(place) ?? 0) + 1)
  expect(counts.get('comment')).toBeGreaterThan(5000)
  expect(counts.get('title')).toBeGreaterThan(2000)
  expect(counts.get('string')).toBeGreaterThan(5000)
  expect(counts.get('page')).toBeGreaterThan(2000)
})

test('no text has wording that the rules exclude', () => {
  const found = texts.flatMap(({ path, line, place, text }) =>
    findings(text, place).map(({ word, instead }) => `${path}:${line} "${word}": write ${instead}`),
  )
  expect(found).toEqual([])
})

describe('the rules', () => {
  test.each([
    ['Whoever is overrun sets the delay.', 'comment'],
    ['The text is no JSON.', 'string'],
    ['The Sec-WebSocket-Key is none, which nobody reads.', 'string'],
    ['Lay out anew', 'string'],
    ['The watcher is told of the end.', 'comment'],
    ['goes on after a crash', 'title'],
    ['Retries what can be mended.', 'page'],
    ['See entry 36.', 'comment'],
  ] as const)('find %j in a %s', (text, place) => {
    expect(findings(text, place)).not.toEqual([])
  })

  test.each([
    ['There is no row for this key.', 'comment'],
    ['The execution is no longer running.', 'string'],
    ['The log tells you which node failed.', 'page'],
    ['Return the value to the caller.', 'comment'],
  ] as const)('accept %j in a %s', (text, place) => {
    expect(findings(text, place)).toEqual([])
  })

  test('code in backticks and fenced blocks is not prose', () => {
    expect(
      textsOf('page.md', 'Run `whoever`.\n\n```sh\nwhoever\n```\n').flatMap(({ text }) => findings(text, 'page')),
    ).toEqual([])
  })
})
