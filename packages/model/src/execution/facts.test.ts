import { expect, test } from 'vitest'
import { executionFacts } from './facts.ts'

test('keeps facts of the known shape', () => {
  const facts = {
    startedBy: 'Ada',
    origin: { source: 'stored', byWriter: true },
    trigger: { kind: 'webhook', node: 'n' },
  }
  expect(executionFacts(facts)).toStrictEqual(facts)
  expect(executionFacts({})).toStrictEqual({})
})

test.each([undefined, null, 'text', 7, []])('parses %j as no facts', (stored) => {
  expect(executionFacts(stored)).toStrictEqual({})
})

test.each([
  { startedBy: null },
  { root: 7 },
  { origin: { source: 'elsewhere', byWriter: true } },
  { origin: { source: 'stored' } },
  { kanban: { columns: [{ key: '' }] } },
])('ignores the malformed fact in %j and keeps the others', (malformed) => {
  expect(executionFacts({ session: 's', ...malformed })).toStrictEqual({ session: 's' })
})
