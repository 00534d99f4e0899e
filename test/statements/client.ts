/** What executes the statements of docs/reference/client.md. */
import type { Statements } from '../statements.ts'

const PACKED = 'client-package: the packed client works in an empty folder, as docs/reference/client.md shows it'

export const STATEMENTS = {
  '@millrace/client calls the API': [
    'client-package: the packed client is JavaScript with declarations, the OpenAPI document, a licence and nothing else',
    'client-package: the packed client has its types, and they check the example of docs/reference/client.md',
    'client-gen: matches the routes (else run npm run generate)',
  ],
  'The package is built and packed': [PACKED],
  'The package also has the OpenAPI document': [
    'client-package: the packed client is JavaScript with declarations, the OpenAPI document, a licence and nothing else',
  ],
  'This program stores': [PACKED],
  'It prints:': [PACKED],
  'table Options of createClient': [
    'create-client: puts its arguments into path, query and body',
    'create-client: asks for the token before each request if it is a function',
    'create-client: sends its headers and uses its own fetch',
  ],
  'Each operation of the OpenAPI document': [
    'client-gen: has every operation of the service except pages and other protocols',
    'create-client: puts its arguments into path, query and body',
  ],
  'table Operations': [
    'create-client: puts its arguments into path, query and body',
    'create-client: returns text where the service replies with another type than JSON',
    'create-client: returns nothing where the service only confirms, with or without a body',
    'pages: pages continue where the service ended a page early',
    'stream-events: resumes after the last event with an id, and ends with the event end',
  ],
  'client.fetch(path, options)': [
    'create-client: sends any other request with the same credentials and errors',
    'client-gen: has every operation of the service except pages and other protocols',
  ],
  'pages(client.listWorkflows': [
    'pages: pages continue where the service ended a page early',
    'pages: items are all items of the list, %s a total',
  ],
  'The iterator opens the connection again': [
    'stream-events: resumes after the last event with an id, and ends with the event end',
    'stream-events: starts after a given event',
    'stream-events: throws if the service refuses it',
    'stream-events: closes its connection when the caller stops, or aborts',
  ],
  'A failed request throws ApiError': [
    'create-client: rejects with the code, the details and the request id of the service',
    'create-client: is a network error if there is no reply, and an AbortError if it was aborted',
  ],
  'npm run generate': ['client-gen: matches the routes (else run npm run generate)'],
} satisfies Statements
