import type { ExecutionItem } from '@millrace/model'
import { expect, test } from 'vitest'
import { addressOf, fitsFilter, isFiltered, listFilterOf, NO_FILTER, requestOf } from './list-filter.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')

test('the address of the page holds every filter', () => {
  const query =
    'workflow=w&status=failed&trigger=webhook&by=Ada&kind=token&starter=t&revision=3&error=HTTP+500&time=custom&from=2026-01-01&to=2026-01-31&page=3'
  const filter = listFilterOf(new URLSearchParams(query))
  expect(listFilterOf(new URLSearchParams(addressOf(filter).split('?')[1]))).toEqual(filter)
  expect(filter).toMatchObject({ trigger: 'webhook', range: 'custom', from: '2026-01-01', by: 'Ada', page: 3 })
  expect([isFiltered(filter), isFiltered({ ...NO_FILTER, page: 2 })]).toEqual([true, false])
})

test('stores the filters of the list in the URL', () => {
  const choice = { ...NO_FILTER, workflow: 'w', status: 'failed', page: 3 } as const
  expect(addressOf(choice)).toBe('/executions?workflow=w&status=failed&page=3')
  expect(addressOf(NO_FILTER)).toBe('/executions')
})

test('ignores values that no filter has', () => {
  const odd = 'status=odd&trigger=odd&kind=odd&revision=0&time=odd&from=yesterday&to=2026-99-99&page=-1'
  expect(listFilterOf(new URLSearchParams(odd))).toEqual(NO_FILTER)
})

test('requests a relative range up to now, and a custom range of whole local days', () => {
  const day = requestOf({ ...NO_FILTER, range: 'day', page: 2 }, NOW)
  expect(day).toMatchObject({ from: '2026-03-09T12:00:00.000Z', to: undefined, offset: 25 })
  const custom = requestOf({ ...NO_FILTER, range: 'custom', from: '2026-03-01', to: '2026-03-01' }, NOW)
  expect(Date.parse(custom.to ?? '') - Date.parse(custom.from ?? '')).toBe(24 * 3_600_000)
})

test('an update belongs in the list only if it matches every filter', () => {
  const item: ExecutionItem = {
    ...{ id: 'a', workflow_id: 'w', status: 'failed', trigger: 'mcp', started_by: 'Ada Lovelace', error: 'HTTP 500' },
    ...({ started_by_kind: 'token', started_by_id: 't-1', revision: 3 } as const),
    ...{ created: '2026-03-10T11:30:00Z', updated: '2026-03-10T11:31:00Z' },
  }
  const fits = (change: object) => fitsFilter(item, { ...NO_FILTER, ...change }, NOW)
  expect([{}, { trigger: 'mcp' }, { by: 'love' }, { error: 'http' }, { range: 'hour' }].map(fits)).not.toContain(false)
  expect([{ kind: 'token' }, { starter: 't-1' }, { revision: 3 }].map(fits)).not.toContain(false)
  expect([{ kind: 'jwt' }, { starter: 't' }, { revision: 4 }].map(fits)).not.toContain(true)
  const german = (error: string) => fitsFilter(item, { ...NO_FILTER, error }, NOW, (text) => `Fehler: ${text}`)
  expect(['fehler', 'HTTP 500', 'geht nicht'].map(german)).toEqual([true, true, false])
  const others = [{ trigger: 'manual' }, { by: 'bob' }, { error: '404' }, { range: 'custom', to: '2026-03-08' }]
  expect(others.map(fits)).not.toContain(true)
})
