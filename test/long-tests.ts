/**
 * Test files that `npm test` leaves out, so that it ends within minutes on two cores, also on a busy machine. `npm run
 * test:full` runs them too: before a release, and after a change of what they cover. They repeat with more data, older
 * servers, limits of time, longer faults or a browser what a shorter test covers; a comment names that one.
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
  // Values are removed a minute after the end, by real processes: `cluster-streams.contract.test.ts`, `keep-values.test.ts`.
  'test/system/cluster-keep-values.test.ts',
  // Dialogs and pages in both themes and languages: `quality.test.ts`.
  'test/system/web/quality-dialogs.test.ts',
  // Gestures, dialogs and fields in a browser whose rules have tests without one.
  // `graph/align.test.ts`, `graph/spacing.test.ts`, `test/auto-layout.test.ts`:
  'test/system/web/arranging.test.ts',
  'test/system/web/auto-layout.test.ts',
  // `graph/group-moves.test.ts`, `model/src/edit/apply.test.ts`:
  'test/system/web/groups.test.ts',
  'test/system/web/extracting.test.ts',
  // `editor/narrow-view.test.ts`, and `quality.test.ts` at 1024 pixels:
  'test/system/web/narrow.test.ts',
  // `expressions.test.ts`, `data/language-path.test.ts`:
  'test/system/web/language-fields.test.ts',
  // `forms/field-schema.test.ts`, `forms/form-sections.test.ts`:
  'test/system/web/conditional-fields.test.ts',
  'test/system/web/form-fields.test.ts',
  // `platform/public-address.test.ts`:
  'test/system/web/below-a-path.test.ts',
  // `test/german-messages.test.ts`, `language.test.ts`:
  'test/system/web/german-messages.test.ts',
  // `scripts/docs-site.test.ts`:
  'test/system/web/guide.test.ts',
  // `mount.test.ts`, `mount-options.test.ts`:
  'test/system/web/popups-in-host.test.ts',
  'test/system/web/host-styles.test.ts',
]
