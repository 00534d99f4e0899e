import { expect, test } from 'vitest'
import { issuesOf } from './check.ts'
import { issuesInSlices } from './check-in-slices.ts'
import { Type } from './schema.ts'

const Item = Type.Object({ id: Type.String(), size: Type.Optional(Type.Number()) })
const Document = Type.Object({ name: Type.String(), nodes: Type.Array(Item), edges: Type.Optional(Type.Array(Item)) })
const Body = Type.Object({ workflow: Type.Optional(Document), inputs: Type.Optional(Type.Object({})) })

const many = (count: number, make: (at: number) => unknown) => Array.from({ length: count }, (_, at) => make(at))
const good = (at: number) => ({ id: `n${at}` })

test.each([
  ['a document that fits', { workflow: { name: 'A', nodes: many(500, good), edges: many(500, good) } }],
  ['wrong items', { workflow: { name: 'A', nodes: many(500, (at) => (at % 200 === 0 ? { id: at } : good(at))) } }],
  ['a wrong frame', { workflow: { nodes: many(500, good), edges: 'none' } }],
  ['short lists', { workflow: { name: 'A', nodes: [{ id: 1 }, { size: 'x' }] } }],
  ['nothing', {}],
  ['another type', 'text'],
])('finds the same issues in slices as at once: %s', async (_, value) => {
  const byPath = (issues: readonly { path: string }[]) => issues.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  expect(byPath(await issuesInSlices(Body, value))).toEqual(byPath(issuesOf(Body, value)))
})

test('stops after the same number of issues in slices as at once', async () => {
  const nodes = many(5000, () => ({ id: 1 }))
  expect(await issuesInSlices(Document, { name: 'A', nodes })).toHaveLength(
    issuesOf(Document, { name: 'A', nodes }).length,
  )
})
