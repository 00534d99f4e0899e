/** The table of people, and the person behind a session. */
import { forBothDialects } from './migration-dialect.ts'

// `subject` identifies a person within `issuer`: the claim `sub` of a provider, or the folded e-mail address of a local
// account, whose issuer is empty. `provider_session` is the sealed ID token that signs a browser out at the provider.
export const people = forBothDialects((is) => [
  `CREATE TABLE people (
    id ${is.text} PRIMARY KEY NOT NULL,
    source ${is.text} NOT NULL,
    issuer ${is.text} NOT NULL,
    subject ${is.text} NOT NULL,
    email ${is.text},
    name ${is.text} NOT NULL,
    name_key ${is.text} NOT NULL,
    role ${is.text} NOT NULL,
    password ${is.text},
    created_at ${is.integer} NOT NULL,
    last_seen_at ${is.integer},
    disabled_at ${is.integer}
  ) ${is.end}`,
  'CREATE UNIQUE INDEX people_by_subject ON people (issuer, subject)',
  'CREATE INDEX people_by_name ON people (name_key, id)',
  `ALTER TABLE grants ADD COLUMN person_id ${is.text} REFERENCES people (id) ON DELETE CASCADE`,
  `ALTER TABLE grants ADD COLUMN provider_session ${is.bytes}`,
  'CREATE INDEX grants_by_caller ON grants (caller_id, kind)',
])

// Tokens that exist already have no owner: only the name of who created them is known.
export const tokenOwners = forBothDialects((is) => [`ALTER TABLE tokens ADD COLUMN owner ${is.text}`])
