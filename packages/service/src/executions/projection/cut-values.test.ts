import { CutValue, issuesOf, LargeJson } from '@millrace/model'
import { expect, test } from 'vitest'
import { cutAll } from './cut-values.ts'

const cutting = {
  job: 'work#0:1',
  of: 'output',
  href: ({ job, port, of }: { job: string; port: string; of: string }) => `/${job}/${port}/${of}`,
} as const

test('returns values of up to 16,384 characters of JSON unchanged', () => {
  const values = { text: 'x'.repeat(16_382), number: 7, nothing: null, list: [1, 2] }
  expect(cutAll(values, cutting)).toStrictEqual(values)
})

test('replaces a longer value by a preview and the address of the whole', () => {
  const text = 'x'.repeat(16_383)
  const cut = { $cut: true, characters: 16_385, preview: `"${'x'.repeat(1023)}`, href: '/work#0:1/text/output' }
  expect(cutAll({ text }, cutting)).toStrictEqual({ text: cut })
  expect(issuesOf(CutValue, cut)).toEqual([])
})

test('measures a large value by the JSON that it is kept as', () => {
  const text = JSON.stringify(Array.from({ length: 10_000 }, () => 1))
  expect(cutAll({ list: new LargeJson(text) }, cutting)).toMatchObject({
    list: { $cut: true, characters: text.length, preview: text.slice(0, 1024) },
  })
})
