/** The tables of named credentials. */
import { forBothDialects } from './migration-dialect.ts'

// `details` holds the fields that no query uses. `revision` counts the changes of the stored secret, and `lease_until` lets
// one process refresh it at a time. `credential_uses` has the names or ids that the newest and the published version of
// a workflow refer to; the credential may not exist.
export const credentials = forBothDialects((is) => [
  `CREATE TABLE credentials (
    id ${is.text} PRIMARY KEY NOT NULL,
    name ${is.text} NOT NULL UNIQUE,
    type ${is.text} NOT NULL,
    revision ${is.integer} NOT NULL,
    secret ${is.bytes},
    details ${is.longText} NOT NULL,
    used_at ${is.integer},
    failure ${is.text},
    lease_until ${is.integer} NOT NULL DEFAULT 0
  ) ${is.end}`,
  `CREATE TABLE credential_uses (
    name ${is.text} NOT NULL,
    workflow_seq ${is.integer} NOT NULL REFERENCES workflows (seq) ON DELETE CASCADE,
    PRIMARY KEY (name, workflow_seq)
  ) ${is.endOfKeys}`,
  'CREATE INDEX credential_uses_by_workflow ON credential_uses (workflow_seq)',
])

// `state_hash` is that of a value which only the browser and the provider know. `secret` is sealed.
export const credentialAuthorizations = forBothDialects((is) => [
  `CREATE TABLE credential_authorizations (
    state_hash ${is.text} PRIMARY KEY NOT NULL,
    credential_id ${is.text} NOT NULL REFERENCES credentials (id) ON DELETE CASCADE,
    caller_id ${is.text} NOT NULL,
    session_hash ${is.text},
    secret ${is.bytes} NOT NULL,
    expires_at ${is.integer} NOT NULL
  ) ${is.end}`,
  'CREATE INDEX credential_authorizations_by_credential ON credential_authorizations (credential_id)',
  'CREATE INDEX credential_authorizations_by_end ON credential_authorizations (expires_at)',
])

export const ticketEnds = forBothDialects((is) => [
  `ALTER TABLE grants ADD COLUMN credential_expires_at ${is.integer}`,
  `ALTER TABLE grants ADD COLUMN session_hash ${is.text}`,
])
