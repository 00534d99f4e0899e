/**
 * Runs the tests that depend on a seed with new random seeds until the time is over, and prints for every failure the
 * command that repeats it. CI runs the same tests with fixed seeds.
 *
 * Usage: npm run test:explore [-- --minutes 10] [--suite properties|engine|crash|fuzz] [--seed 123]
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

interface Suite {
  /** The environment variable of the seed, and further variables of the run. */
  readonly variable: string
  readonly environment?: Readonly<Record<string, string>>
  readonly project: 'unit' | 'system'
  readonly files: () => readonly string[]
}

const usesProperties = (file: string) => readFileSync(file, 'utf8').includes("from 'fast-check'")

export const SUITES: Readonly<Record<string, Suite>> = {
  properties: {
    variable: 'PROPERTY_SEED',
    project: 'unit',
    files: () => globSync('packages/*/src/**/*.test.ts').filter(usesProperties),
  },
  engine: {
    variable: 'SEED',
    environment: { SEEDS: '500' },
    project: 'unit',
    files: () => ['simulation', 'chaos'].map((name) => `packages/engine/src/testing/${name}.test.ts`),
  },
  crash: {
    variable: 'CRASH_SEED',
    project: 'system',
    files: () => [
      ...globSync('test/system/*crash.test.ts'),
      ...['postgres', 'cluster'].map((name) => `test/system/${name}.test.ts`),
    ],
  },
  fuzz: {
    variable: 'FUZZ_SEED',
    environment: { FUZZ_RUNS: '80' },
    project: 'system',
    files: () => ['test/system/fuzz.test.ts'],
  },
}

interface Options {
  readonly minutes: number
  readonly suites: readonly string[]
  readonly seed: number | undefined
}

function optionsFrom(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '10' },
      suite: { type: 'string', multiple: true },
      seed: { type: 'string' },
    },
  })
  const suites = values.suite ?? Object.keys(SUITES)
  const unknown = suites.find((name) => SUITES[name] === undefined)
  if (unknown !== undefined)
    throw new Error(`Unknown suite "${unknown}" (expected one of ${Object.keys(SUITES).join(', ')}).`)
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error(`--minutes must be a number above 0 (got "${values.minutes}").`)
  return { minutes, suites, seed: values.seed === undefined ? undefined : Number(values.seed) }
}

/** Runs a suite once; returns the command that repeats it if it fails. */
function explore(name: string, seed: number): string | undefined {
  const suite = SUITES[name]
  if (suite === undefined) return undefined
  const given = { ...suite.environment, [suite.variable]: String(seed) }
  const { status } = spawnSync('vitest', ['run', '--project', suite.project, ...suite.files()], {
    stdio: 'inherit',
    env: { ...process.env, ...given },
  })
  return status === 0 ? undefined : `npm run test:explore -- --suite ${name} --seed ${seed}`
}

if (import.meta.main) {
  const { minutes, suites, seed } = optionsFrom(process.argv.slice(2))
  const end = Date.now() + minutes * 60_000
  const failures: string[] = []
  let runs = 0
  do {
    for (const name of suites) {
      if (runs > 0 && Date.now() > end) break
      const used = seed ?? randomInt(2, 2 ** 31)
      console.log(`\n${name}, seed ${used}`)
      const failure = explore(name, used)
      if (failure !== undefined) failures.push(failure)
      runs++
    }
  } while (seed === undefined && Date.now() < end)
  console.log(`\n${runs} runs, ${failures.length} failed${failures.length > 0 ? '. To repeat them:' : '.'}`)
  for (const failure of failures) console.log(`  ${failure}`)
  process.exitCode = failures.length > 0 ? 1 : 0
}
