import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SmallSet } from './small-set.ts'

/** More than a list holds, so that both forms are tested. */
const OBJECTS = Array.from({ length: 40 }, (_, at) => ({ at }))

const COMMAND = fc.record({
  do: fc.constantFrom('add', 'add', 'add', 'delete', 'clear'),
  object: fc.constantFrom(...OBJECTS),
})

test('holds the same objects in the same order as a Set', () => {
  fc.assert(
    fc.property(fc.array(COMMAND, { maxLength: 120 }), (commands) => {
      const small = new SmallSet<object>()
      const set = new Set<object>()
      for (const { do: what, object } of commands) {
        if (what === 'delete') expect(small.delete(object)).toBe(set.delete(object))
        else if (what === 'clear') {
          small.clear()
          set.clear()
        } else {
          small.add(object)
          set.add(object)
        }
        expect([...small]).toEqual([...set])
        expect(small.size).toBe(set.size)
        expect(small.has(object)).toBe(set.has(object))
      }
    }),
  )
})

test('adds, finds and deletes 10,000 objects', () => {
  const many = new SmallSet<object>()
  const objects = Array.from({ length: 10_000 }, () => ({}))
  for (const object of objects) many.add(object)
  expect(objects.every((object) => many.has(object))).toBe(true)
  for (const object of objects.slice(1)) expect(many.delete(object)).toBe(true)
  expect([...many]).toEqual([objects[0]])
})
