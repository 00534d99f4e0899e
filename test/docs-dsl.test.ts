/** The page of the commands is made from the verbs, and every example on it works with the real catalogue. */
import {
  answerTo,
  applyAll,
  type Command,
  catalogueOf,
  type Graph,
  isAsking,
  parseCommands,
  printCommand,
  verbForms,
} from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'
import { describe, expect, test } from 'vitest'
import { dslPage, EXAMPLE_WORKFLOW } from '../scripts/dsl-docs.ts'
import { readPage } from './markdown.ts'

const UNDO: Command = { verb: 'undo' }
const catalogue = catalogueOf(await loadBuiltInNodes())

/** Ignores the layout of tables and lists, which the formatter changes. */
const said = (text: string) =>
  text
    .replace(/ +/g, ' ')
    .replace(/-{3,}/g, '---')
    .replace(/\| (?=\|)/g, '|')

function read(text: string) {
  const { commands, problems } = parseCommands(text, catalogue)
  expect(problems).toEqual([])
  return commands.map(({ command }) => command)
}

test('docs/reference/dsl.md is fresh; if not, run node scripts/dsl-docs.ts', () => {
  expect(said(readPage('docs/reference/dsl.md'))).toBe(said(dslPage()))
})

describe('every example of a command', () => {
  const examples = [...verbForms().values()].flat().map(({ example }) => example)

  test.each(examples)('%s', (example) => {
    const built = applyAll<Graph>({ nodes: [], edges: [] }, read(EXAMPLE_WORKFLOW), catalogue)
    expect(built.results.filter((one) => !one.ok)).toEqual([])
    const [command, ...more] = read(example)
    expect(more).toEqual([])
    // Undo has something to take back, and redo something that was taken back.
    const around: readonly Command[] = [{ verb: 'add', type: 'notes' }, ...(example === 'redo' ? [UNDO] : [])]
    const { results } = applyAll(built.graph, [...around, command!], catalogue)
    expect(results.at(-1)).toMatchObject({ ok: true, command, warnings: [] })
    if (isAsking(command!)) expect(answerTo(built.graph, command, catalogue)).toMatchObject({ ok: true })
    expect(read(printCommand(command!, 'millrace')!)).toEqual([command])
  })
})
