/**
 * Tests wait for conditions (`expect.poll`, `vi.waitUntil`, a promise), never for a while in the hope that something has
 * happened by then. Timers are allowed only in tests of durations, and each of those files gives the reason.
 */
import { expect, test } from 'vitest'
import { filesBelow, isTest } from './source-files.ts'

const TIMER = /\bsetTimeout\(|from 'node:timers\/promises'/

const MAY_USE_TIMERS: Readonly<Record<string, string>> = {
  'packages/cluster/src/testing/restate-server.ts': 'polls until the server takes requests',
  'packages/engine/src/testing/process-run.ts': 'the real clock of an engine',
  'packages/node-sdk/src/testing/trial.ts': 'the time limit of a node under test',
  'packages/service/src/agentspec/large-flows.test.ts': 'measures how late a timer is',
  'packages/service/src/effects/sandbox/busy-machine.test.ts': 'a process is stopped for longer than its time limit',
  'packages/store/src/journal/serialized-writes.test.ts': 'turns of the event loop, not time',
  'packages/store/src/journal/sqlite-journal.contract.test.ts': 'another program holds the file for a while',
  'packages/store/src/testing/endless-appender.ts': 'a program that is killed at some moment',
  'test/system/agent-crash.test.ts': 'kills at random moments',
  'test/system/agentspec-crash.test.ts': 'kills at random moments, and tools that take a while',
  'test/system/graceful-stop.test.ts': 'a proxy that tries again while a service restarts',
  'test/system/people-crash.test.ts': 'kills at random moments',
  'test/system/postgres.test.ts': 'kills at random moments',
  'test/system/storage-trouble.test.ts': 'a database is locked for a while',
  'test/system/support/crash-load.ts': 'clients that pause at random',
  'test/system/support/crash-loop.ts': 'kills at random moments',
  'test/system/support/crash-service.ts': 'polls, and kills during the start',
  'test/system/support/failover-proxy.ts': 'a proxy that tries again while a service takes over',
  'test/system/support/fuzz-service.ts': 'polls until nothing runs any more',
  'test/system/support/people-load.ts': 'clients that pause at random',
  'test/system/support/public-editor.ts': 'polls as the public editor does',
  'test/system/support/recorder.ts': 'a server that is slow to answer',
  'test/system/web/mount.test.ts': 'polls inside of a page',
  'test/system/web/support/until.ts': 'polls a page',
}

test('only tests of durations use timers', () => {
  const tests = [
    ...filesBelow('packages', (path) => /\.tsx?$/.test(path) && isTest(path)),
    ...filesBelow('test', (path) => path.endsWith('.ts') && path !== 'test/no-sleeps.test.ts'),
  ]
  const using = tests.filter(({ text }) => TIMER.test(text.replaceAll(/\.setTimeout\(/g, ''))).map(({ path }) => path)
  expect(using.toSorted()).toEqual(Object.keys(MAY_USE_TIMERS).toSorted())
})
