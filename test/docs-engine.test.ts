/** docs/engine.md claims what the engine does; its tables are held against the code. */
import { EXECUTION_TRANSITIONS, STEP_TRANSITIONS } from '@millrace/engine'
import { describe, expect, test } from 'vitest'
import { isTestTitle, readPage, tableBelow, unquoted } from './markdown.ts'

const page = readPage('docs/engine.md')

/** A table of moves as the page draws it. */
function movesBelow(heading: string): Record<string, string[]> {
  return Object.fromEntries(
    tableBelow(page, heading).map(([from, to]) => [
      unquoted(from!),
      unquoted(to!)
        .split(/,\s*/)
        .filter((status) => status !== '–'),
    ]),
  )
}

describe('docs/engine.md', () => {
  test('lists every type of event, and no other', () => {
    const source = readPage('packages/engine/src/core/events.ts')
    const types = [...source.matchAll(/readonly type: (.+)/g)].flatMap((line) =>
      [...line[1]!.matchAll(/'([\w-]+)'/g)].map((type) => type[1]!),
    )
    expect(tableBelow(page, 'Events').map(([type]) => unquoted(type!))).toEqual(types)
  })

  test('draws the moves of a step and of an execution', () => {
    expect(movesBelow('States of a step')).toEqual(STEP_TRANSITIONS)
    expect(movesBelow('States of an execution')).toEqual(EXECUTION_TRANSITIONS)
  })

  test('states the invariants as the head of the driver does', () => {
    const head = readPage('packages/engine/src/driver/driver.ts').split('*/')[0]!
    const invariants = [...head.matchAll(/^ \* (E\d) {2}(.+)$/gm)].map((line) => [line[1], line[2]])
    expect(tableBelow(page, 'Invariants')).toEqual(invariants)
  })

  test('shows every row of the crash table by a test that exists', () => {
    const rows = tableBelow(page, 'What a crash does')
    expect(rows.length).toBeGreaterThan(8)
    for (const [died, , shown] of rows) {
      const titles = [...shown!.matchAll(/“([^”]+)”/g)].map((match) => match[1]!)
      expect(titles.length, died).toBeGreaterThan(0)
      expect(titles.filter((title) => !isTestTitle(title))).toEqual([])
    }
  })
})
