/** What executes the statements of docs/reference/api.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Rules for all': [
    'openapi: has an operation for every endpoint, and no others',
    'openapi: exist wherever there is a body or reply to show',
    'system: loads only files of this service, enforced by its policy',
  ],
  'credentials | X-API-Key': [
    'tokens: returns its secret once, which works as bearer token and as API key',
    'session: sets a cookie that scripts cannot read, for a week',
    'session: is valid for one use within a minute',
    'watch: accepts a ticket once and rejects a caller without one',
  ],
  bodies: [
    'request-body: that is not UTF-8 is 400',
    'request-body: a body of one byte more is 413',
    'hooks: has its own setting, lower than the limit of other bodies',
    'transfer: rejects more than 2 MiB of YAML',
  ],
  'responses | {"success"': ['answer-forms: answers …, …, with exactly its keys'],
  'errors | {"success"': ['answer-forms: refuses in the one form of all refusals'],
  lists: [
    'public-client: gets to read the answer and its headers when it is listed',
    'workflows: searches, filters, sorts, pages and returns the total',
    'pipelines: are newest first, filtered by status and workflow, in pages with headers',
  ],
  saving: ['workflows: rejects a stale If-Match or revision; a save with neither wins'],
  'durability | a': [
    'crash: … kills from seed …: nothing promised is lost, nothing is stuck, nothing recorded runs again',
    'executions: replies with the execution id, its start and its estimated end',
  ],
  names: [
    'workflows: machine names are unique and accepted in place of an id',
    'executions: works without a body, by machine name, and at the path of older clients',
  ],
  'Server-Sent Events have a name': [
    'openapi: list their events by name with the schemas of their data',
    'openapi: list the messages of a socket',
    'openapi: declare the schemas of all their events',
  ],
  'table Streams': ['docs-api: docs/reference/api.md lists exactly the event streams with their events'],
  'The OpenAPI document is part': [
    'generated-clients: the built OpenAPI document is the one that the program serves',
    'client-package: the packed client is JavaScript with declarations, the OpenAPI document, a licence and nothing else',
    'system: the OpenAPI document needs a credential and is served bare',
    'system: the OpenAPI document needs no credential with --public-openapi; other operations still do',
    'openapi: marks an alias as deprecated',
  ],
  'openapi-typescript generates types': [
    'generated-clients: a client of openapi-typescript and openapi-fetch type-checks and runs',
  ],
  '@hey-api/openapi-ts generates a function': ['generated-clients: a client of @hey-api/openapi-ts type-checks'],
  'These operations return': [
    'docs-api: docs/reference/api.md lists exactly the operations that answer without an envelope',
    'messages: is an envelope with three more keys',
  ],
  'table Responses without an envelope': [
    'docs-api: docs/reference/api.md lists exactly the operations that answer without an envelope',
  ],
  'table Where to start': [
    'docs-api: docs/reference/api.md names operations that there are',
    'answer-forms: answers …, …, with exactly its keys',
  ],
  'Paths are below /api/v1': ['app: moves the API but not the routes at the root'],
  'Saves of a workflow': [
    'save-warnings: warns of %s',
    'validate: accepts every body that can be created: id, metadata, nodes and edges may be missing',
  ],
  'A draft is the unsaved work': [
    'drafts: is stored per person, returned as it was sent, and changes no version',
    'drafts: is rejected with 409 if another window has stored or deleted it since',
    'drafts: is sealed, read back as a placeholder, and kept when the placeholder is sent again',
    'drafts: is used when the document of the draft is saved',
    'drafts: is used by a test run of the document',
    'drafts: is limited to 500 per person',
    'drafts: is deleted with its workflow',
  ],
  'compression |': [
    'compression: sends JSON with %s to a client that accepts it',
    'web: is sent compressed to clients that accept it',
    'compression: %s is 304 for a client that has it, compressed or not',
    'compression: a workflow without copies of types is 304 until it is saved',
    'entity-tags: is 304 until it is saved, compressed or not',
    'entity-tags: with "%s" is 304 until it is published',
    'entity-tags: a save accepts the tag of a read as the expected revision',
  ],
} satisfies Statements
