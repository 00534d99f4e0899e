/** The tables of drafts and publishing. */
import { forBothDialects } from './migration-dialect.ts'

// `owner` is the hash of a person's id. A deleted draft keeps its row with its revision; see `drafts.ts`.
export const drafts = forBothDialects((is) => [
  `CREATE TABLE drafts (
    workflow_seq ${is.integer} NOT NULL REFERENCES workflows (seq) ON DELETE CASCADE,
    owner ${is.text} NOT NULL,
    revision ${is.integer} NOT NULL,
    base_revision ${is.integer} NOT NULL,
    updated_at ${is.integer} NOT NULL,
    secrets ${is.bytes},
    document ${is.longText},
    PRIMARY KEY (workflow_seq, owner)
  ) ${is.end}`,
  'CREATE INDEX drafts_by_owner ON drafts (owner) WHERE document IS NOT NULL',
])

// `published_revision` is null for workflows whose saves are live at once.
export const publishing = forBothDialects((is) => [
  `ALTER TABLE workflows ADD COLUMN is_manual ${is.integer} NOT NULL DEFAULT 0`,
  `ALTER TABLE workflows ADD COLUMN published_revision ${is.integer}`,
  `ALTER TABLE workflows ADD COLUMN is_active ${is.integer} NOT NULL DEFAULT 1`,
  `ALTER TABLE workflows ADD COLUMN has_triggers ${is.integer} NOT NULL DEFAULT 0`,
  `UPDATE workflows SET has_triggers = 1
    WHERE seq IN (SELECT workflow_seq FROM triggers WHERE kind IN ('webhook', 'schedule'))`,
])
