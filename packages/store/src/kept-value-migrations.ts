/** Finds executions whose values are to be removed; see `journal/value-removal.ts`. */
import { forBothDialects } from './migration-dialect.ts'

// The first column is constant: otherwise SQLite prefers the index of all ended executions.
export const keptValues = forBothDialects(() => [
  'CREATE INDEX executions_with_values ON executions (is_compact, updated_at, num) WHERE phase = 3 AND is_compact = 2',
])
