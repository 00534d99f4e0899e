/** What executes the statements of README.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'docs/README.md lists every': ['docs: links to every page and every example'],
  'Millrace is a visual': prose,
  'Both work on a fresh clone': [
    'docs-commands: shows a command that starts it: %s',
    'docs-commands: runs nothing else but what CI runs and what builds the example pages',
  ],
  'What is different': prose,
  'It survives kill -9': [
    'examples: goes on after kill -9 and ends as if nothing had happened',
    'crash: … kills from seed …: nothing promised is lost, nothing is stuck, nothing recorded runs again',
  ],
  'One drawing for everything': ['templates: runs to its end offline'],
  'Safe by default': [
    'config: have defaults',
    'roles: %s',
    'egress: %s may not be called, neither written out nor as what a name resolves to',
    'secrets: are in no byte of any file of the data folder, neither while it runs nor afterwards',
  ],
  'Fast.': ['docs: claims no figure that its table does not have'],
  'A test runs this session': [
    'sessions: the session in %s gets the answers that it shows',
    'openapi: has an operation for every endpoint, and no other',
  ],
  'table A tour': ['docs: links to files that exist'],
  'npm start, and open': [
    'start: prints where it is, and a link that signs in exactly once',
    'templates: runs to its end offline',
  ],
  'Drag a node': [
    'connecting: what does not fit is refused while it is dragged, with the reason',
    'i18n: German is German',
  ],
  'Open the assistant': ['assistant: previews a change, applies it as one step, and undo takes it back whole'],
  'Answer in the viewer': [
    'people: beside the run that asks them',
    'people: in the inbox, as they come',
    'people: in the conversation of the playground',
  ],
  'Stop the service': [
    'crash: … kills from seed …: nothing promised is lost, nothing is stuck, nothing recorded runs again',
  ],
  'The examples are the same tour': [
    'examples: %s prints what its README shows',
    'examples: every example has a README that shows what it prints',
  ],
  'Editor, viewer and playground': [
    'embedding-docs: what the pages show of embedding works as it stands',
    'embed-example: its page edits and saves with tokens that the application hands out, and has no other',
  ],
  'One process, one data folder': [
    'operating: has everything when it is restored: %s',
    'postgres: kills from seed …: nothing promised is lost, nothing is stuck, nothing recorded runs again',
  ],
  'A node type is one file': ['docs-commands: shows a node that runs as it stands, wherever its folder is'],
  'table Where things are': ['docs: links to files that exist', 'docs: links to every page and every example'],
  'table The rooms': ['docs: links to files that exist', 'arrows: every import between rooms is in the table'],
  'Whatever the service has answered': [
    'crash: … kills from seed …: nothing promised is lost, nothing is stuck, nothing recorded runs again',
  ],
  'One thing may happen twice': [
    'crash: a step that may run twice is run again after a crash, with the same idempotency key',
    'crash: a step that must not run twice fails after a crash, and its error edge gets the failure',
    'docs-engine: shows every row of the crash table by a test that exists',
  ],
  'Not promised': [
    'two-services: a second service on the same file is refused: by path, by link, and after its lock files were deleted',
    'postgres: a second service on the same database does not start, and the first one goes on',
  ],
  'npm run bench measures': ['docs: claims no figure that its table does not have'],
  'table Numbers': ['docs: shows figures that follow from both sides, and says whether each goal is met'],
  'table Commands': ['docs: names only npm scripts that exist', 'start: --help names them and starts nothing'],
  MIT: prose,
} satisfies Statements
