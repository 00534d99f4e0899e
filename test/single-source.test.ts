/** Facts that exist once: extension keys, statuses and the sizes of nodes. */
import {
  CANCEL_REASONS,
  CARD,
  EXECUTION_STATUSES,
  FLOW_STATUSES,
  INTERRUPT_STATUSES,
  MESSAGE_STATUSES,
  SENT_TURN_STATUSES,
  SESSION_STATUSES,
  STEP_STATUSES,
} from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { filesBelow, productFiles } from './source-files.ts'

const files = productFiles()

describe('extension keys', () => {
  const LITERAL = /['"`]millrace:[A-Za-z][\w:-]*(?=['"`])/g

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

describe('statuses', () => {
  const WORDS = [
    ...[STEP_STATUSES, EXECUTION_STATUSES, INTERRUPT_STATUSES, CANCEL_REASONS],
    ...[SESSION_STATUSES, MESSAGE_STATUSES, SENT_TURN_STATUSES, FLOW_STATUSES],
  ].flat()
  const WORD = `'(?:${[...new Set(WORDS)].join('|')})'`
  /** A union of two statuses, or a closed list of them: `'a' | 'b'`, `['a', 'b'] as const`, `Type.Enum(['a', 'b'])`. */
  const SPELLED_OUT = new RegExp(
    `${WORD}\\s*\\|\\s*${WORD}|\\[(?:\\s*${WORD},?\\s*){2,}\\] as const|(?:Enum|choice)\\(\\[\\s*${WORD}`,
  )

  test('are spelled out in model/src/statuses.ts and nowhere else', () => {
    // The generated client stands alone: it imports nothing.
    const own = files.filter(({ path }) => !path.endsWith('.gen.ts'))
    const spelling = own.filter(({ text }) => SPELLED_OUT.test(withoutComments(text))).map(({ path }) => path)
    expect(spelling).toEqual(['packages/model/src/statuses.ts'])
  })

  test('"is it over" is asked of the model', () => {
    const asked = /\bisOver(?:Status)?\((?:\w+\.)*status\)|new Set\(\['completed', 'failed'/
    expect(files.filter(({ text }) => asked.test(text)).map(({ path }) => path)).toEqual([])
  })
})

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
}

describe('sizes of nodes', () => {
  test('the canvas and its stylesheet have no numbers of their own for cards', () => {
    const { header, row, width } = CARD
    const own = new RegExp(`(?<![\\w.#-])(?:${header}|${header - 1}|${row}|${width})px`)
    const styles = filesBelow('packages/web/src/canvas', (path) => path.endsWith('nodes.css'))
    expect(styles).toHaveLength(1)
    expect(styles[0]?.text).toContain('var(--mr-node-header)')
    expect(styles[0]?.text).not.toMatch(own)
    const drawing = files.filter(({ path }) => /^packages\/web\/src\/(?:canvas|graph)\//.test(path))
    const literal = new RegExp(`(?<![\\w.])(?:${header}|${width})(?![\\w.%])`)
    expect(drawing.filter(({ text }) => literal.test(text)).map(({ path }) => path)).toEqual([])
  })
})
