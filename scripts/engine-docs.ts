/**
 * Writes the generated tables of docs/explanation/engine.md from the engine: events, transitions, invariants and
 * behaviour versions. A test fails if the page is stale. Run: `node scripts/engine-docs.ts`
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  BEHAVIOUR_CHANGES,
  EXECUTION_TRANSITIONS,
  type ExecutionEvent,
  QUESTION_TRANSITIONS,
  STEP_TRANSITIONS,
} from '@millrace/engine'
import { filesBelow, isTest } from '../test/source-files.ts'

const PAGE = fileURLToPath(new URL('../docs/explanation/engine.md', import.meta.url))
const DRIVER = fileURLToPath(new URL('../packages/engine/src/driver/driver.ts', import.meta.url))

/** The compiler rejects a missing type and one that does not exist. */
const EVENTS: Readonly<Record<ExecutionEvent['type'], string>> = {
  started: 'The execution was created: launch inputs, limits, results that are reused from an earlier execution.',
  queued: 'An execution that was only prepared was put in the queue, perhaps with other inputs.',
  released: 'A slot was free: the execution runs, and its first steps are ready.',
  'step-started': 'A node is about to run.',
  'step-completed':
    'A node returned its outputs, and perhaps took branches or ended the execution. For a quick or pure node, its start as well.',
  'step-failed': 'An attempt failed. With `retryAt` there will be another one.',
  'step-waits': 'The step waits for a time or for a child execution.',
  'step-woken': 'A waiting step, or the next attempt of a failed one, is due.',
  'step-asks': 'The step asks people. For a quick or pure node, its start as well.',
  'step-answered': 'A person answered. A question may need several answers.',
  'step-unanswered': 'A person dismissed the question, or it expired.',
  'step-noted': 'A running step stored a value for the case that it runs again, with its log lines and usage so far.',
  'loop-opened': 'A loop knows how many rounds it has at most.',
  'loop-checked': 'The condition of a `while` loop was checked: there is another round, or not.',
  logged: 'A line in the log that belongs to no step.',
  paused: 'No step is started until `resumed`.',
  resumed: 'Steps are started again.',
  'timed-out': 'The time limit of the execution has passed.',
  finished: 'The end: `completed`, `failed` or `cancelled`. No event follows it.',
}

const STEP_MEANINGS: Readonly<Record<keyof typeof STEP_TRANSITIONS, string>> = {
  idle: 'not reached yet',
  pending: 'its inputs are complete; it runs next',
  running: 'its node runs, or the rounds of its loop do',
  paused: 'it waits for a time, a retry or a child execution',
  interrupted: 'it waits for a person',
  completed: 'its node returned outputs',
  skipped: 'no live edge led to it, or the execution ended before it started',
  failed: 'its last attempt failed',
  cancelled: 'it ran or waited when its execution or loop round ended',
}

const EXECUTION_MEANINGS: Readonly<Record<keyof typeof EXECUTION_TRANSITIONS, string>> = {
  pending: 'it is queued, or prepared and not queued yet',
  running: 'it has steps that run, wait or are paused',
  completed: 'no step is left',
  failed: 'a failure had no error edge, a limit was exceeded, or a node ended the run as failed',
  cancelled: 'a person or its parent cancelled it',
}

const QUESTION_MEANINGS: Readonly<Record<keyof typeof QUESTION_TRANSITIONS, string>> = {
  pending: 'it needs an answer',
  resolved: 'its answers settle it',
  cancelled: 'it was dismissed, it expired, or its step ended first',
}

type Transitions = Readonly<Record<string, readonly string[]>>

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function transitions(of: Transitions, meanings: Readonly<Record<string, string>>): string {
  const rows = Object.entries(of).map(([from, tos]) => [
    `\`${from}\``,
    tos.length === 0 ? '–' : tos.map((to) => `\`${to}\``).join(', '),
    meanings[from] ?? '',
  ])
  return table(['Status', 'May become', 'Meaning'], rows)
}

export interface Invariant {
  readonly name: string
  readonly statement: string
  readonly tests: readonly { readonly title: string; readonly path: string }[]
}

const TITLE = /\btest(?:\.each\([\s\S]*?\))?\(\s*(['"`])((E\d) (?:\\.|(?!\1)[^\\])*)\1/g

/** The invariants in the header of the driver, each with the tests whose titles start with its name. */
export function invariants(): Invariant[] {
  const head = readFileSync(DRIVER, 'utf8').split('*/')[0] ?? ''
  const tests = filesBelow('packages', isTest).flatMap(({ path, text }) =>
    [...text.matchAll(TITLE)].map(([, , title = '', name]) => ({ name, title, path })),
  )
  return [...head.matchAll(/^ \* (E\d) {2}(.+(?:\n \* {5}.+)*)$/gm)].map(([, name = '', statement = '']) => ({
    name,
    statement: statement.replace(/\n \* +/g, ' '),
    tests: tests.filter((one) => one.name === name),
  }))
}

function invariantTable(): string {
  const rows = invariants().map(({ name, statement, tests }) => [
    name,
    statement,
    tests.map(({ title, path }) => `[${title.slice(name.length + 1)}](../../${path})`).join('; '),
  ])
  return table(['', 'Invariant', 'Tests'], rows)
}

const SECTIONS: Readonly<Record<string, () => string>> = {
  events: () =>
    table(
      ['Event', 'Meaning'],
      Object.entries(EVENTS).map(([type, meaning]) => [`\`${type}\``, meaning]),
    ),
  steps: () => transitions(STEP_TRANSITIONS, STEP_MEANINGS),
  executions: () => transitions(EXECUTION_TRANSITIONS, EXECUTION_MEANINGS),
  questions: () => transitions(QUESTION_TRANSITIONS, QUESTION_MEANINGS),
  invariants: invariantTable,
  behaviours: () =>
    table(
      ['Version', 'Since', 'Change', 'Reason'],
      BEHAVIOUR_CHANGES.map(({ version, since, what, why }) => [String(version), since, what, why]),
    ),
}

/** The page with up-to-date generated sections. Throws if a section is missing. */
export function freshPage(page: string): string {
  return Object.entries(SECTIONS).reduce((text, [name, section]) => {
    const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`docs/explanation/engine.md has no section ${name}`)
    return `${text.slice(0, from + begin.length)}\n\n${section()}\n\n${text.slice(to)}`
  }, page)
}

if (import.meta.main) {
  writeFileSync(PAGE, freshPage(readFileSync(PAGE, 'utf8')))
  const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url))
  spawnSync(biome, ['format', '--write', PAGE], { stdio: ['ignore', 'ignore', 'inherit'] })
  console.log('docs/explanation/engine.md')
}
