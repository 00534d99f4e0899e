/** The tables of docs/explanation/capacity.md are the output of bench/capacity.ts for the measured constants. */
import { describe, expect, test } from 'vitest'
import { CONNECTIONS_PER_PROCESS, capacityTables } from '../bench/cluster/capacity-tables.ts'
import constants from '../bench/cluster/constants.json' with { type: 'json' }
import { costOfCall, simulate } from '../bench/cluster/simulation.ts'
import { readPage } from './markdown.ts'

const page = readPage('docs/explanation/capacity.md')

/** The rows of a table without alignment. */
function rowsOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  const cells = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  return cells.filter((row) => !row.every((cell) => /^-+$/.test(cell)))
}

describe('docs/explanation/capacity.md', () => {
  test.each(Object.entries(capacityTables(constants)))('has the table "%s" that the script prints', (name, table) => {
    const after = page.slice(page.indexOf(`<!-- ${name} -->`))
    const shown = after.slice(
      0,
      after.search(/\n\n(?!\|)/) === -1 ? undefined : after.indexOf('\n\n', after.indexOf('|')),
    )
    expect(rowsOf(shown)).toEqual(rowsOf(table))
  })

  test('has the walls in the order of the measured costs', () => {
    const peak = { apis: 4, stepsPerSecond: (1e9 / 86_400) * 5 }
    const [few, many] = [10, 1000].map((workers) => simulate(constants, { ...peak, workers, receivers: 'all' }))
    const historyCores = (few?.postgresCores ?? 0) - (few?.busCores ?? 0)
    expect(few?.busCores).toBeLessThan(historyCores)
    expect(many?.busCores).toBeGreaterThan(historyCores)
    expect(page).toContain(`opens up to ${CONNECTIONS_PER_PROCESS} to Postgres`)
  })

  test('calls are cheap while they are rare', () => {
    const shareOf = (workers: number) =>
      costOfCall(constants, { workers, apis: 4 }).postgresUs / 100 / constants.postgresUs
    expect(shareOf(1000)).toBeLessThan(2 / 5)
    expect(1 / shareOf(100)).toBeCloseTo(25, -1)
  })
})
