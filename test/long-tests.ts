/**
 * Test files that `npm test` leaves out, so that it ends within minutes on two cores, also on a busy machine. `npm run
 * test:full` runs them too: before a release, and after a change of what they cover. They repeat with more data, older
 * servers, limits of time or longer faults what a shorter test covers; a comment names that one.
 */
export const LONG_TESTS: readonly string[] = [
  // Limits of time with large bodies and values: `large-values.test.ts`, `sliced-*.test.ts`.
  'test/system/event-loop.test.ts',
  'test/system/event-loop-values.test.ts',
  'packages/service/src/agentspec/large-flows.test.ts',
  'packages/service/src/executions/runner/offload/offload.test.ts',
  // The same contracts on the newest server: `store.contract.test.ts`, `journal.contract.test.ts`.
  'packages/store/src/oldest-postgres.contract.test.ts',
  // Thousands of random requests: `hostile-corpus.test.ts` has what they found.
  'test/system/fuzz.test.ts',
  // Restarts in turn and kills from seeds: `standby.test.ts`, `standby-proxies.test.ts`, `crash.test.ts`,
  // `postgres-away.test.ts`.
  'test/system/standby-restarts.test.ts',
  'test/system/people-crash.test.ts',
  'test/system/postgres.test.ts',
  // Builds of a copy of the repository: `docs-commands.test.ts`, `package.test.ts`.
  'test/system/built.test.ts',
  // Dialogs and pages in both themes and languages: `quality.test.ts`.
  'test/system/web/quality-dialogs.test.ts',
]
