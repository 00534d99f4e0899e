/** What executes the statements of docs/how-to/embedding.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'The service serves one ES module': [
    'embedding-docs: the embedding examples of the docs work as written',
    'web: can be embedded by pages of other origins',
  ],
  'The example is': [
    'embed-example: its page edits and saves only with tokens that the application provides',
    'embed: %s renders the editor and receives its events',
  ],
  mountEditorApp: [
    'mount: read-only mode shows everything and changes nothing',
    'mount: reports a failed save to onSaveError with the unsaved document, which stays in the editor',
  ],
  mountPipelineViewer: [
    'viewer: a host adds a view, and cannot use a reserved key',
    'mount-options: the viewer reloads on request and reports a repeated run to the host',
  ],
  mountPlayground: ['mount: the playground is mounted and receives messages'],
  'container is an element': [
    'mount: several editors on one page are independent, and destroy leaves nothing behind',
    'mount: leaves no listeners and no memory after fifty mounts and unmounts',
  ],
  'All three functions': ['mount: every mount function throws the four exceptions immediately'],
  'table Exceptions': [
    'mount: every mount function throws the four exceptions immediately',
    'checked-container: throws without a window',
  ],
  'Later errors are': prose,
  'table Options of all three': [
    'mount-options: every kind of credential works without a cookie',
    'mount-options: authProvider is called on 401, after which the request is retried once, and on 403',
    'mount-options: theme and size are those of the host',
    'language: is set by a host, with its own texts',
    'embed-example: its page edits and saves only with tokens that the application provides',
  ],
  'Without a credential': ['embed: %s renders the editor and receives its events'],
  'English and German': [
    'i18n: %s has every text and no other',
    'i18n: use texts of the host, some or all, with English for the rest',
  ],
  'Missing texts come': [
    'language: is set by a host, with its own texts',
    'language: may differ between two editors on one page, including menus and messages',
    'i18n: ignore texts of the wrong type',
    'german-messages: every message has a German text',
  ],
  'table The editor': [
    'fields: are sorted by x-display-order, then in schema order',
    'mount: read-only mode shows everything and changes nothing',
    'mount-options: accepts a document, a catalogue, port rules and a bare canvas',
    'mount-options: drafts are stored under the key of the host, unless they are disabled',
  ],
  'Pass them with': ['mount: reports a failed request to onApiError, which can suppress the toast'],
  'table Handlers': [
    'mount: reports a failed request to onApiError, which can suppress the toast',
    'mount: reports a failed save to onSaveError with the unsaved document, which stays in the editor',
    'mount-options: calls the handlers around a save, given next to the options or together',
  ],
  'error has message': [
    'mount: reports a failed save and a failed run by operation, and a missing response by status 0',
    'operations: onApiError: returning %s',
  ],
  'An embedded editor keeps': [
    'mount-options: drafts are stored under the key of the host, unless they are disabled',
    'mount-options: drafts are kept on the service if the host chooses so',
  ],
  'A host that stores': ['embedding-docs: the embedding examples of the docs work as written'],
  'A rejected promise': ['mount-options: a host stores documents itself, without drafts'],
  'While there are unsaved': [
    'mount-options: the browser asks before a changed document is closed, unless the host does',
  ],
  'If another user': ['collaboration: two browsers edit one workflow: one uses theirs, the other keeps mine'],
  'views adds views': ['embedding-docs: the embedding examples of the docs work as written'],
  'A view gets pipelineId': [
    'view-choice: rejects the reserved key %s',
    'view-choice: rejects duplicate keys and invalid views',
    'view-choice: stores the choice under the documented key',
    'viewer: the selected view is stored, and an unknown one falls back to the graph',
    'viewer: a host adds a view, and cannot use a reserved key',
    'mount-options: the viewer reloads on request and reports a repeated run to the host',
  ],
  'initialSessionId selects the': [
    'mount-options: the playground opens the given session, else the newest, and reports it',
    'mount: the playground is mounted and receives messages',
    'mount: the playground reports failed requests to onApiError',
  ],
  'All colours, sizes': ['embedding-docs: the embedding examples of the docs work as written'],
  'The names are in tokens.css': [
    'host-styles: element styles of the host do not change the editor',
    'host-styles: the stylesheet does not change the host',
  ],
  'The module and': [
    'web: can be embedded by pages of other origins',
    'cors: without --cors-origin no origin gets CORS headers',
    'docs-commands: shows a command that starts it: %s',
  ],
  'Listed pages can': [
    'cors: may read the reply and the headers of lists',
    'cors: %s gets no CORS headers',
    'origin-rule: %s',
  ],
  'A host with a': ['mount: works with the documented strict policy of a host'],
  "'unsafe-inline' is for styles": [
    'mount: works with the documented strict policy of a host',
    'web: loads only files of this service, enforced by its policy, and knows the address of the API',
  ],
} satisfies Statements
