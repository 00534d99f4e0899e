/** docs/explanation/engine.md is generated from the engine or checked by running it. */
import { planOf } from '@millrace/engine/testing/drawing'
import { MemoryJournal } from '@millrace/engine/testing/memory-journal'
import { recordOf, simulation } from '@millrace/engine/testing/simulate'
import { describe, expect, test } from 'vitest'
import { freshPage, invariants } from '../scripts/engine-docs.ts'
import { isTestTitle, readPage, tableBelow, testFiles, unquoted } from './markdown.ts'

const page = readPage('docs/explanation/engine.md')

/** The formatter aligns tables; the content is the same. */
const content = (text: string) => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---')

/** Records which events were appended together. */
class RecordingJournal extends MemoryJournal {
  readonly appends: string[][] = []

  override async create(...given: Parameters<MemoryJournal['create']>): Promise<void> {
    await super.create(...given)
    this.#add(given[0].plan, given[1])
  }

  override async append(...given: Parameters<MemoryJournal['append']>): Promise<void> {
    await super.append(...given)
    const plan = this.rows.get(given[0])?.record.plan
    if (plan !== undefined) this.#add(plan, given[2])
  }

  #add({ nodes }: ReturnType<typeof planOf>, events: Parameters<MemoryJournal['append']>[2]): void {
    this.appends.push(events.map((event) => ('node' in event ? `${event.type} ${nodes[event.node]?.id}` : event.type)))
  }
}

describe('docs/explanation/engine.md', () => {
  test('has fresh tables of the engine; if not, run node scripts/engine-docs.ts', () => {
    expect(content(page)).toBe(content(freshPage(page)))
  })

  test('shows the appends of one execution as the engine makes them', async () => {
    const journal = new RecordingJournal()
    const { engine, clock, settle } = simulation({}, { journal, quick: ['begin', 'out'] })
    await engine.start(recordOf('execution-1', planOf('begin -> call \n call -> out'), clock), { inputs: {} })
    await settle()
    const shown = tableBelow(page, 'The life of one execution').map(([, events]) => unquoted(events!).split(', '))
    expect(journal.appends).toEqual(shown)
  })

  test('lists invariants that each have a test, and no test names another one', () => {
    const listed = invariants()
    expect(listed.map(({ name }) => name)).toEqual(['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E7'])
    expect(listed.filter(({ tests }) => tests.length === 0)).toEqual([])
    const named = testFiles().flatMap(({ text }) => [
      ...text.matchAll(/\btest(?:\.each\([\s\S]*?\))?\(\s*['"`](E\d+)\b/g),
    ])
    expect(new Set(named.map((match) => match[1]))).toEqual(new Set(listed.map(({ name }) => name)))
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

  test('quotes only tests that exist', () => {
    const titles = [...page.matchAll(/“([^”]+)”/g)].map((match) => match[1]!.replace(/\s+/g, ' '))
    expect(titles.filter((title) => !isTestTitle(title))).toEqual([])
  })
})
