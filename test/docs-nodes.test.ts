/** The pages of the node types are made from their definitions. */
import { expect, test } from 'vitest'
import { nodePages } from '../scripts/node-docs.ts'
import { filesBelow } from './source-files.ts'

/** Ignores the layout of tables, which the formatter changes. */
const said = (text: string) =>
  text
    .replace(/ +/g, ' ')
    .replace(/-{3,}/g, '---')
    .replace(/\| (?=\|)/g, '|')

test('the pages in docs/reference/nodes are fresh; if not, run node scripts/node-docs.ts', async () => {
  const written = filesBelow('docs/reference/nodes', () => true).map(({ path, text }) => [
    path.slice('docs/reference/nodes/'.length),
    said(text),
  ])
  const fresh = Object.fromEntries([...(await nodePages())].map(([name, text]) => [name, said(text)]))
  expect(Object.fromEntries(written)).toEqual(fresh)
})
