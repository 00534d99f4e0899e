/** What executes the statements of docs/how-to/triggers.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Two node types start': [
    'triggers: an update moves the path, a restore moves it back, and deleting removes it',
    'trigger-contract: a save that loses writes no triggers',
  ],
  'Triggers of an': [
    'triggers: what is imported starts nothing until a person saves it',
    'triggers: a draft with half a trigger is saved and starts nothing',
  ],
  'A workflow that': ['sessions: the session in %s gets the answers that it shows'],
  '{base}/hooks/': ['hooks: hands on method, query, body and headers, but no credential'],
  'method |': [
    'hooks: an unknown path is 404, another method 405 with those that would do, and neither starts anything',
    'hooks: HEAD starts nothing, and OPTIONS says what the address takes',
  ],
  'auth: none': ['hooks: without a secret anybody may call it, pages of other origins included'],
  'auth: token': ['hooks: token: comes as bearer or as key'],
  'auth: hmac': ['hooks: hmac: the signature of the very bytes, under either name'],
  'respond: accepted': ['hooks: starts an execution and says which'],
  'respond: finished': [
    'hooks: may wait for the outputs',
    'hooks: is told when it takes too long, and is not kept waiting',
    'docs-numbers: $page says $sentence',
  ],
  'A wrong or missing credential': [
    'hooks: %s is not enough for %s',
    'hooks: that was never set lets nobody in',
    'hooks: of a workflow that cannot run is refused, without saying what is wrong with it',
    'rate-limit: counts open routes by address',
    'hooks: is rejected with 413, up to the limit it is accepted',
  ],
  'The outputs of': [
    'hooks: hands on method, query, body and headers, but no credential',
    'hooks: %s is understood',
    'hooks: without a body has none',
    'hooks: %s that cannot be read is refused: %s',
  ],
  'Repeated calls. With': [
    'triggers: with its key starts nothing new and is answered the same',
    'triggers: even at the same moment, many times',
    'triggers: without a key is another call',
    'triggers: the same key at another webhook is another call, and a key that is too long is refused',
  ],
  'A path that is': [
    'hooks: the first workflow keeps a path; the author of another one is told',
    'trigger-contract: a path belongs to the workflow that had it first, until it lets go of it',
    'hooks: one workflow may have several webhooks at a path, with different methods',
  ],
  'cron has five fields': [
    'trigger-contract: a save keeps the next time and the accepted run of a schedule whose line stayed, and only then',
    'cron: accept seconds as a sixth field at the front',
    'cron: cronProblem of %j in %s',
    'schedules: a schedule that is switched off, or whose line makes no sense, never starts anything',
  ],
  'Never twice.': [
    'schedules-crash: %s: cut off %s call %i, every time still has exactly its run',
    'schedules-crash: several processes at once start every run once',
    'trigger-contract: of many that move a schedule on exactly one does',
  ],
  'Never lost.': [
    'schedules: while too many executions are waiting, the run waits too',
    'trigger-contract: a save keeps the next time and the accepted run of a schedule whose line stayed, and only then',
  ],
  'After a downtime': [
    'schedules: of many missed runs the latest is made up for, and only that',
    'schedules: a run that is older than the grace period is left out, logged, and the schedule goes on',
  ],
  'Overlap.': [
    'schedules: skip: the next one is left out',
    'schedules: buffer: one waits for it to end, and no more than one',
    'schedules: cancel: it is cancelled, and the next one starts',
  ],
  'Daylight saving.': [
    'cron: in spring a time that does not exist runs when the clocks change, so no day is skipped',
    'cron: in autumn a time that occurs twice runs once',
    'cron: every half hour stays every half hour when the clocks change',
  ],
  'The output scheduled_at': ['triggers: runs with the time it was planned for, once'],
} satisfies Statements
