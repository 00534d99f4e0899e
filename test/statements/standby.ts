/** The tests that execute the statements of docs/how-to/standby.md. */
import { prose, type Statements } from '../statements.ts'

const NOT_STARTED = 'standby: a standby does not start on SQLite, nor without the key of the other service'
const RESTARTS =
  'standby-restarts: restarts of two services in turn behind a proxy under load refuse, lose and repeat nothing'
const ENDED = 'standby: a standby takes over within seconds when the service ends by %s'
const LOST = 'standby: a standby takes over from a service that lost its database connection, which then ends'
const TOLD = 'standby: a standby is alive and not ready, names the service that works, and ends on SIGTERM'
const PROXIES = 'standby-proxies: sends requests to the service that works: %s'
const HELD = 'standby: requests of a takeover wait for the application and keep their bodies'

export const STATEMENTS = {
  'For operators who want': [NOT_STARTED],
  'Start two services': [ENDED, RESTARTS, LOST],
  'the key |': [NOT_STARTED],
  'the files |': [RESTARTS],
  'settings |': prose,
  'supervisor |': [LOST],
  'To upgrade, restart': ['lifetime-contract: rejects a database of a newer version and does not change it'],
  'On SIGTERM a service': [
    PROXIES,
    HELD,
    'database-lock: hands over to a standby, which confirms it before the holder leaves',
  ],
  'After a crash, or': [ENDED, RESTARTS, LOST, 'standby: neither more nor longer than the limits'],
  'GET /livez': [TOLD],
  'GET /readyz': [TOLD, ENDED, HELD],
  'all others': [TOLD, HELD],
  '/readyz stays 200': [
    'system: is alive and ready without a credential; a database that does not respond makes it not ready',
  ],
  'Caddy asks both': [PROXIES],
  'The free nginx': [PROXIES, 'lost-database: a save whose COMMIT was not confirmed has an unknown outcome'],
  'Add Upgrade as': prose,
} satisfies Statements
