/** The ages that retention reads. */
import { forBothDialects } from './migration-dialect.ts'

// `written_at` is null for values of the service itself, which never expire. Their namespaces are longer than those that
// nodes may use. Values from before this migration count as written now: their age is unknown.
const columns = forBothDialects((is) => [
  'CREATE INDEX sessions_by_activity ON sessions (updated_at, num)',
  `ALTER TABLE key_values ADD COLUMN written_at ${is.integer}`,
  'CREATE INDEX key_values_by_age ON key_values (written_at) WHERE written_at IS NOT NULL',
])

const ofNodes = 'WHERE length(namespace) <= 100'

export const retention = {
  sqlite: [...columns.sqlite, `UPDATE key_values SET written_at = unixepoch() * 1000 ${ofNodes}`],
  postgres: [
    ...columns.postgres,
    `UPDATE key_values SET written_at = floor(extract(epoch FROM now()) * 1000)::bigint ${ofNodes}`,
  ],
}
