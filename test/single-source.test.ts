/** Facts that exist once: extension keys and the words of statuses. */
import { describe, expect, test } from 'vitest'
import { productFiles } from './source-files.ts'

const files = productFiles()

describe('extension keys', () => {
  const LITERAL = /(['"`])millrace:[A-Za-z$][\w:${}-]*/g

  test('every key that begins with the name of this project is written in one file', () => {
    const filesOf = new Map<string, Set<string>>()
    for (const { path, text } of files) {
      for (const [literal] of text.matchAll(LITERAL)) {
        const key = literal.slice(1)
        filesOf.set(key, (filesOf.get(key) ?? new Set()).add(path))
      }
    }
    expect([...filesOf].filter(([, paths]) => paths.size > 1)).toEqual([])
  })

  test('keys of nodes, node types and flows are written in model/src/extensions.ts', () => {
    // The editor has keys of its own in the storage of the browser; those are not extensions.
    const others = files.filter(({ path }) => !path.startsWith('packages/web/'))
    expect(others.filter(({ text }) => /['"`]millrace:(?=['"`A-Za-z$])/.test(text)).map(({ path }) => path)).toEqual([
      'packages/model/src/extensions.ts',
    ])
  })
})
