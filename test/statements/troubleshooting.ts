/** What executes the statements of docs/how-to/troubleshooting.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'millrace doctor checks an installation': [
    'doctor-command: a good data folder has one line for each check, all of them ok, and exit code 0',
    'doctor-command: doctor changes nothing in a data folder',
  ],
  'Message, cause, fix': ['operating: shows messages that the program has'],
  'table The service does not start': [
    'operating: shows messages that the program has',
    'operating: shows why there is no start, in the words of the program',
    'two-services: a second service on the same file is refused: by path, by link, and after its lock files were deleted',
    'lost-key: running a workflow with lost secrets reports them, and new ones can be saved',
    'postgres-sql: rejects a version that is too old and names both versions',
    'postgres: a second service on the same database does not start, and the first one keeps running',
  ],
  'table Access is denied': [
    'operating: quotes the service on why a caller is rejected',
    'app: rejects an unknown name if the service listens on loopback',
  ],
  'table A workflow does not work': [
    'operating: names a node file that does not load, and starts without it',
    'operating: shows messages that the program has',
    'executions: rejects an invalid workflow with a list of its errors',
    'model-target: are taken from the node, then its connection, then the environment',
    'queue: are rejected while the queue is full and accepted again when there is space',
    'crash: E5 fails a step that must not run twice after a crash, and delivers the failure to its error edge',
    'triggers: an imported workflow starts nothing until a person saves it',
  ],
  'table Browser, proxy and tools': [
    'operating: shows messages that the program has',
    'mount: every mount function throws the four exceptions immediately',
    'page-failures: a chunk that can no longer be loaded shows an error, and a reload fixes it',
    'cors: without --cors-origin no origin gets CORS headers',
  ],
} satisfies Statements
