import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prettyInSlices } from './pretty-json.ts'

test('prints what JSON.stringify prints with an indent of two', async () => {
  const list = fc
    .array(fc.jsonValue(), { maxLength: 3 })
    .map((items) => Array.from({ length: 150 }, () => items).flat())
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), list)), async (object) => {
      expect(await prettyInSlices(object)).toBe(JSON.stringify(object, null, 2))
    }),
  )
})
