import { expect, test } from 'vitest'
import { ENGLISH } from '../i18n/texts.ts'
import { checkedViews, chosenView, ownViews, storedView, storeView, VIEW_STORAGE_KEY } from './view-choice.ts'

const view = (key: string) => ({ key, label: key, component: () => null })

test('stores the choice under the documented key', () => {
  const kept = new Map<string, string>()
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  storeView('table', storage)
  expect(kept.get('fd-pipeline-view-mode')).toBe('table')
  expect(VIEW_STORAGE_KEY).toBe('fd-pipeline-view-mode')
  expect(storedView(storage)).toBe('table')
})

test('works without browser storage', () => {
  const refuse = () => {
    throw new Error('no')
  }
  expect(storedView(refuse)).toBeNull()
  expect(() => storeView('table', refuse)).not.toThrow()
})

test.each([
  ['kanban', 'kanban'],
  ['mine', 'mine'],
  ['timeline', 'timeline'],
  ['gone', 'graph'],
  ['', 'graph'],
  [null, 'graph'],
])('stored %j shows %s', (stored, shown) => {
  expect(chosenView(stored, [view('mine')])).toBe(shown)
})

test.each(['graph', 'kanban', 'table'])('rejects the reserved key %s', (key) => {
  expect(() => checkedViews([view(key)], ENGLISH)).toThrow(
    `The view key "${key}" is reserved; graph, kanban and table are built in`,
  )
})

test('a view of the host replaces the timeline', () => {
  expect(checkedViews([view('timeline')], ENGLISH)).toHaveLength(1)
  expect(ownViews([view('mine')])).toEqual(['graph', 'kanban', 'table', 'timeline'])
  expect(ownViews([view('timeline')])).toEqual(['graph', 'kanban', 'table'])
})

test('rejects duplicate keys and invalid views', () => {
  expect(() => checkedViews([view('a'), view('a')], ENGLISH)).toThrow('Two views have the key "a"')
  expect(() => checkedViews([{ key: 'a', label: 'A' } as never], ENGLISH)).toThrow(
    'A view needs a key, a label and a component',
  )
  expect(checkedViews(undefined, ENGLISH)).toEqual([])
  expect(checkedViews([view('a')], ENGLISH)).toHaveLength(1)
})
