/** The tests that execute the statements of README.md. */
import { prose, type Statements } from '../statements.ts'

const CRASH = 'crash: … kills from seed …: nothing promised is lost, nothing is stuck, nothing recorded runs again'

export const STATEMENTS = {
  'Millrace is a visual': prose,
  'Both work on a fresh clone': [
    'docs-commands: shows a command that starts it: %s',
    'docs-commands: runs nothing else but what CI runs and what builds the example pages',
  ],
  'It survives kill -9': ['examples: resumes after kill -9 and ends like an undisturbed run', CRASH],
  'One graph for everything': ['templates: runs to its end offline'],
  'Safe by default': [
    'config: have defaults',
    'roles: %s',
    'egress: %s is rejected in a URL and as the address of a host name',
    'secrets: are in no byte of any file of the data folder, neither while it runs nor afterwards',
  ],
  'Embeddable.': ['embedding-docs: the embedding examples of the docs work as written'],
  'Fast.': ['docs: claims no result that the table of bench/README.md does not have'],
  'A test runs this session': ['sessions: the session in %s gets the answers that it shows'],
  'table Where to go': ['docs: links to files that exist'],
  'docs/README.md lists every': [
    'docs: links to every page and every example',
    'guide: opens from the account menu, is searched with the keyboard and leads to a heading',
  ],
  'Millrace runs as one process': [
    CRASH,
    'cluster: %s under load: nothing is lost or stuck, nothing recorded runs again',
    'two-services: a second service on the same file is refused: by path, by link, and after its lock files were deleted',
    'postgres: a second service on the same database does not start, and the first one keeps running',
    'crash: E5 runs a step that may run twice again after a crash, with the same idempotency key',
    'crash: E5 fails a step that must not run twice after a crash, and delivers the failure to its error edge',
  ],
  MIT: prose,
} satisfies Statements
