import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { FailureSummary } from './test/failure-summary.ts'
import { LongOnesFirst } from './test/long-ones-first.ts'
import { LONG_TESTS } from './test/long-tests.ts'
import { useTemporaryFolder } from './test/temporary-files.ts'

// Threads and processes that tests start run from TypeScript sources: compiling those each time is most of their start.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/compile', import.meta.url))

useTemporaryFolder()

const setupFiles = ['test/property-seed.ts']
const globalSetup = ['test/system/support/build-once.ts']
// As long as the timeouts of the tests: vitest's default of one second fails on a busy machine.
const expect = { poll: { timeout: 120_000 } }
// Use every core: the runner leaves one idle by default, which on a machine with two is half of it. Three workers on two
// cores take as long as two.
const maxWorkers = '100%'

// Packages of the workspace are tested from `src`, whether or not they are built.
const conditions = ['@millrace/source', 'module', 'node', 'development|production']
const resolve = { conditions }
const ssr = { resolve: { conditions, externalConditions: conditions } }

/** `npm test` leaves out what takes minutes; a single file, `npm run check` and `npm run test:full` do not. */
const LEFT_OUT = process.env.MILLRACE_TESTS === 'short' ? [...LONG_TESTS] : []

const BROWSER = ['test/system/web/**/*.test.ts', 'test/system/web-playground.test.ts']

const UNIT = {
  expect,
  setupFiles,
  maxWorkers,
  // Modules are shared, so a test must not leave a replaced function or variable behind.
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  // Generous, here and below: a slow machine must not fail a test.
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

/** Tests without a server or a database, for feedback while editing. */
const QUICK = [
  'packages/{model,client}/src/**/*.test.ts',
  'packages/engine/src/{core,driver,scheduler}/**/*.test.ts',
  'packages/{nodes,agentspec}/src/**/*.test.ts',
  'packages/web/src/graph/**/*.test.ts',
  'test/arrows.test.ts',
]
/**
 * Unit tests that need modules or a thread of their own: they replace a module, measure what loading one costs, or measure
 * the CPU time of their thread, to which the tests before them may add.
 */
const ISOLATED = [
  'packages/engine/src/core/status.test.ts',
  'packages/service/src/executions/launch-schema.test.ts',
  'packages/service/src/assistant/expensive-messages.test.ts',
  'packages/service/src/triggers/form-body.test.ts',
]

/** Files of these that take seconds each. */
const NOT_QUICK = [
  'packages/model/src/{sliced-*,check,check-in-slices}.test.ts',
  'packages/model/src/edit/{apply,transaction,layout}.test.ts',
  'packages/engine/src/core/long-runs.test.ts',
  ...ISOLATED,
  'packages/engine/src/driver/{crash,invariants}.test.ts',
  'packages/nodes/src/load-*.test.ts',
  'packages/nodes/src/**/power-cut.test.ts',
  'packages/agentspec/src/{corpus,hostile-documents,read}.test.ts',
  'packages/agentspec/src/**/{folds,every-type,round-trip,renamed-nodes}.test.ts',
]

/**
 * quick: a part of unit, in under 20 seconds. unit: in-process, without a separate server.
 * contract: the same suites on every real backend.
 * system: the started program, as users run it. browser: the same, in Chromium.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongOnesFirst },
    reporters: ['default', new FailureSummary()],
    projects: [
      {
        resolve,
        ssr,
        test: {
          ...UNIT,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'test/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.contract.test.ts', ...ISOLATED, ...LEFT_OUT],
          // One set of modules for all files of a worker: loading them for each file takes five times as long.
          isolate: false,
        },
      },
      {
        resolve,
        ssr,
        test: { ...UNIT, name: 'isolated', include: ISOLATED },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'quick',
          expect,
          setupFiles,
          maxWorkers,
          include: QUICK,
          exclude: NOT_QUICK,
          // One set of modules for all files of a worker: these tests share no state.
          isolate: false,
          env: { PROPERTY_RUNS: '10' },
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'contract',
          expect,
          setupFiles,
          maxWorkers,
          include: ['packages/*/src/**/*.contract.test.ts'],
          exclude: LEFT_OUT,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'system',
          expect,
          setupFiles,
          globalSetup,
          maxWorkers,
          include: ['test/system/**/*.test.ts'],
          exclude: [...BROWSER, ...LEFT_OUT],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'browser',
          expect,
          setupFiles,
          globalSetup,
          maxWorkers,
          include: BROWSER,
          exclude: LEFT_OUT,
          // One set of modules and one Chromium for all files of a worker.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
