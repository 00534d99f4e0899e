/** The tests that execute the statements of docs/how-to/deploy.md. */
import { prose, type Statements } from '../statements.ts'

const BUILT = 'package: is built by the command of docs/how-to/deploy.md, without links and with exact versions'
const INSTALLED = 'package: installs into an empty folder and runs a workflow, by the commands of docs/how-to/deploy.md'
const LOCKED = 'package: installs exactly the versions of the lockfile, by the command of docs/how-to/deploy.md'
const OLDER = 'package: runs on a machine with an older Node.js, by the command of docs/how-to/deploy.md'
const RATED = 'deploy-files: is rated at most 3.0 by systemd-analyze, as docs/how-to/deploy.md states'
const UNIT = 'package: has a program for systemd that starts from its folder'
const IMAGE = 'deploy-files: runs as a user without rights, with a health check, on the default port and a volume'
const COMPOSED = 'package: prints the public address with the settings of docker-compose.yml, and stays healthy'
const RESTRICTED = 'deploy-files: satisfy the restricted Pod Security Standard with a read-only root file system'
const PROBES = 'deploy-files: use the port and paths of the service'

export const STATEMENTS = {
  'For operators who': prose,
  'In a clone, with': [BUILT],
  'This writes release/': [BUILT, LOCKED, 'package: is as small as docs/how-to/deploy.md states'],
  'The machine needs Node.js 24': [INSTALLED, OLDER],
  'npx millrace takes': [INSTALLED],
  'To install exactly': [LOCKED],
  'With an older Node.js': [OLDER],
  'millrace.service runs': [UNIT, 'deploy-files: has its data in the state directory and lets running steps finish'],
  'If node --version prints': [OLDER, RATED, 'deploy-files: has no line that systemd does not know'],
  'Dockerfile installs the package': [IMAGE, LOCKED],
  'The log has the sign-in link. The': [
    'package: has a health check in its image that follows the state of the service',
  ],
  'docker-compose.yml adds Postgres': [
    'deploy-files: connects the service with Postgres and Caddy',
    'deploy-files: has a Caddyfile that Caddy accepts',
  ],
  'The log has the sign-in link with the address': [
    'deploy-files: connects the service with Postgres and Caddy',
    COMPOSED,
  ],
  'deploy/kubernetes/single-service has': [
    'deploy-files: name each other',
    'deploy-files: have settings in the example of the secret that the service accepts',
  ],
  'The pod satisfies': [
    RESTRICTED,
    PROBES,
    'system: is alive and ready without a credential; a database that does not respond makes it not ready',
  ],
} satisfies Statements
