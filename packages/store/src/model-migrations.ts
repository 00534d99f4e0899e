/** The tables of connections, chats and vectors. */
import { forBothDialects } from './migration-dialect.ts'

// Names, texts and metadata are JSON texts, as in `migrations.ts`; look-ups use the hash of the text (`hashed-key.ts`), which fits into
// an index at any length. `details` of a connection holds the fields that no query uses.
// A chat has no foreign key to a workflow: it may belong to one that was never saved.
// `version` counts the changes of a collection and is stored with each document; `purged` is the last change that
// removed documents. See `vector-cache.ts`.
const tables = forBothDialects((is) => [
  `CREATE TABLE connections (
    id ${is.text} PRIMARY KEY NOT NULL,
    name_hash ${is.text} NOT NULL UNIQUE,
    name_key ${is.text} NOT NULL,
    secret ${is.bytes},
    details ${is.longText} NOT NULL
  ) ${is.end}`,
  `CREATE TABLE chat_workflows (num ${is.serial}, key ${is.text} NOT NULL UNIQUE, last ${is.integer} NOT NULL) ${is.end}`,
  `CREATE TABLE chats (
    workflow ${is.integer} NOT NULL REFERENCES chat_workflows (num) ON DELETE CASCADE,
    number ${is.integer} NOT NULL,
    message ${is.longText} NOT NULL,
    PRIMARY KEY (workflow, number)
  ) ${is.end}`,
  `CREATE TABLE vector_collections (
    num ${is.ordinal},
    key ${is.text} NOT NULL UNIQUE,
    dimensions ${is.integer} NOT NULL,
    version ${is.integer} NOT NULL,
    purged ${is.integer} NOT NULL,
    name ${is.text} NOT NULL
  ) ${is.end}`,
  `CREATE TABLE vector_documents (
    num ${is.ordinal},
    collection ${is.integer} NOT NULL REFERENCES vector_collections (num) ON DELETE CASCADE,
    key ${is.text} NOT NULL,
    version ${is.integer} NOT NULL,
    id ${is.longText} NOT NULL,
    metadata ${is.longText} NOT NULL,
    embedding ${is.bytes} NOT NULL,
    text ${is.longText} NOT NULL
  ) ${is.end}`,
  'CREATE UNIQUE INDEX vector_documents_by_key ON vector_documents (collection, key)',
  'CREATE INDEX vector_documents_by_version ON vector_documents (collection, version, num)',
])

// No compression: the bits of an embedding are practically random.
const postgresModels = ['ALTER TABLE vector_documents ALTER COLUMN embedding SET STORAGE EXTERNAL']

export const models = { sqlite: tables.sqlite, postgres: [...tables.postgres, ...postgresModels] }
