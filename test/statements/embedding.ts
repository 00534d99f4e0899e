/** What executes the statements of docs/how-to/embedding.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'The service serves one ES module': [
    'embedding-docs: what the pages show of embedding works as it stands',
    'web: can be mounted by pages of other origins',
  ],
  'The example is': [
    'embed-example: its page edits and saves with tokens that the application hands out, and has no other',
    'embed: %s draws the editor, and hears what is done in it',
  ],
  mountEditorApp: [
    'mount: read only shows everything and changes nothing',
    'mount: a failed save is told to onSaveError with the unsaved document, which stays',
  ],
  mountPipelineViewer: [
    'viewer: a host adds a view of its own, and cannot take a reserved name',
    'mount-options: the viewer reads anew when it is told to, and a run that is repeated is told to the host',
  ],
  mountPlayground: ['mount: the playground is mounted and talked to'],
  'container is an element': [
    'mount: several on one page keep to themselves, and destroy leaves nothing behind',
    'mount: mounted and taken away fifty times, nothing listens or stays in memory',
  ],
  'All three functions': ['mount: the four exceptions are thrown at once, by every mount function'],
  'table Exceptions': [
    'mount: the four exceptions are thrown at once, by every mount function',
    'checked-container: throws without a window',
  ],
  'Later errors are': prose,
  'table Options of all three': [
    'mount-options: every way to give a credential works without a cookie',
    'mount-options: authProvider hears of 401, after which a call is tried once more, and of 403',
    'mount-options: theme and size are those that the host gives',
    'language: is given by a host, with words of its own',
    'embed-example: its page edits and saves with tokens that the application hands out, and has no other',
  ],
  'Without a credential': ['embed: %s draws the editor, and hears what is done in it'],
  'English and German': [
    'i18n: %s has every text and no other',
    'i18n: use texts of the host, some or all, with English for the rest',
  ],
  'Missing texts come': [
    'language: is given by a host, with words of its own',
    'language: may differ between two editors on one page, in menus and messages too',
    'i18n: ignore texts of the wrong type',
  ],
  'table The editor': [
    'fields: stand in the order of x-display-order, those without it last',
    'mount: read only shows everything and changes nothing',
    'mount-options: a document, a catalogue, rules for ports and a bare canvas may be given',
    'mount-options: drafts are kept under the key of the host, unless they are switched off',
  ],
  'Pass them with': ['mount: a failed call is told to onApiError, which may take the toast upon itself'],
  'table Handlers': [
    'mount: a failed call is told to onApiError, which may take the toast upon itself',
    'mount: a failed save is told to onSaveError with the unsaved document, which stays',
    'mount-options: the handlers are called around a save, beside the options or together',
  ],
  'error has message': [
    'mount: a save and a run that fail are told by their names, and what never got an answer by status 0',
    'operations: onApiError: returning %s',
  ],
  'If another user': ['together: two browsers edit one workflow: theirs is taken by one, mine is kept by the other'],
  'views adds views': ['embedding-docs: what the pages show of embedding works as it stands'],
  'A view gets pipelineId': [
    'view-choice: rejects the reserved key %s',
    'view-choice: rejects duplicate keys and invalid views',
    'view-choice: stores the choice under the documented key',
    'viewer: the choice of the view is kept, and one that is not there is the graph',
    'viewer: a host adds a view of its own, and cannot take a reserved name',
    'mount-options: the viewer reads anew when it is told to, and a run that is repeated is told to the host',
  ],
  'initialSessionId selects the': [
    'mount-options: the playground opens the session that is named, else the newest, and tells which',
    'mount: the playground is mounted and talked to',
    'mount: the playground tells onApiError of failed calls, too',
  ],
  'All colours, sizes': ['embedding-docs: what the pages show of embedding works as it stands'],
  'The names are in tokens.css': [
    'host-styles: what a host says of elements ends at the edge',
    'host-styles: nothing of the host changes with the stylesheet',
  ],
  'The module and': [
    'web: can be mounted by pages of other origins',
    'cors: without --cors-origin no origin gets CORS headers',
    'docs-commands: shows a command that starts it: %s',
  ],
  'Listed pages can': [
    'cors: may read the reply and the headers of lists',
    'cors: %s gets no CORS headers',
    'origin-rule: continues after failed writes: %s',
  ],
  'A host with a': ['mount: a strict policy of the host is enough, as the documentation says it'],
  "'unsafe-inline' is for styles": [
    'mount: a strict policy of the host is enough, as the documentation says it',
    'web: comes whole from this service, under a policy that says so, and knows where the API is',
  ],
} satisfies Statements
