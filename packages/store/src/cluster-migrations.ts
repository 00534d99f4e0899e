/** The column and the tables that only a cluster uses. Both databases have them, so that one can be copied to the other. */
import { forBothDialects } from './migration-dialect.ts'

// `owner` counts the claims of an execution. A call is open until it has a reply; `position` is that of the event that
// handles it in the history.
export const cluster = forBothDialects((is) => [
  `ALTER TABLE executions ADD COLUMN owner ${is.integer} NOT NULL DEFAULT 0`,
  `CREATE TABLE engine_calls (
    seq ${is.ordinal},
    id ${is.text} NOT NULL UNIQUE,
    execution_id ${is.text} NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
    op ${is.text} NOT NULL,
    args ${is.longText} NOT NULL,
    created_at ${is.integer} NOT NULL,
    position ${is.integer},
    reply ${is.longText},
    replied_at ${is.integer}
  ) ${is.end}`,
  'CREATE INDEX engine_calls_by_execution ON engine_calls (execution_id, seq)',
  'CREATE INDEX engine_calls_open ON engine_calls (created_at) WHERE replied_at IS NULL',
  'CREATE INDEX engine_calls_replied ON engine_calls (replied_at) WHERE replied_at IS NOT NULL',
])

// The claim of the process that last read the call to handle it.
export const takenCalls = forBothDialects((is) => [`ALTER TABLE engine_calls ADD COLUMN taken_by ${is.integer}`])

// Steps without effects that any process may compute. `owner` is the claim of the process that waits for the result, `token`
// identifies the request, `lease_until` is a time of the database's clock: later than that the process that took the step is
// taken for dead.
export const offeredSteps = forBothDialects((is) => [
  `CREATE TABLE offered_steps (
    seq ${is.ordinal},
    id ${is.text} NOT NULL UNIQUE,
    token ${is.text} NOT NULL UNIQUE,
    execution_id ${is.text} NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
    owner ${is.integer} NOT NULL,
    offered_by ${is.text} NOT NULL,
    version ${is.text} NOT NULL,
    hash ${is.text} NOT NULL,
    request ${is.longText} NOT NULL,
    taken_by ${is.text},
    lease_until ${is.integer},
    result ${is.longText}
  ) ${is.end}`,
  'CREATE INDEX offered_steps_by_execution ON offered_steps (execution_id)',
  'CREATE INDEX offered_steps_open ON offered_steps (seq) WHERE result IS NULL',
])
