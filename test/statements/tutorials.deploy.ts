/** The tests that execute the statements of docs/tutorials/deploy.md. */
import { prose, type Statements } from '../statements.ts'

const SET_UP = [
  'deploy-tutorial: a service is set up, checked, backed up and upgraded by the commands of the deploy tutorial',
]
const LOCKED = 'package: installs exactly the versions of the lockfile, by the command of docs/how-to/deploy.md'

export const STATEMENTS = {
  'You set up a service': SET_UP,
  'Build the package in a clone': [
    'package: is built by the command of docs/how-to/deploy.md, without links and with exact versions',
  ],
  'The other commands run': [LOCKED, 'package: has a program for systemd that starts from its folder'],
  'The last npm install adds': [
    'package: runs on a machine with an older Node.js, by the command of docs/how-to/deploy.md',
  ],
  'Save the settings as': SET_UP,
  'Replace /etc/caddy/Caddyfile': SET_UP,
  'Open the printed link': SET_UP,
  'Give the shell the settings': SET_UP,
  'Every line starts with ok': SET_UP,
  'In the same shell': SET_UP,
  'The backup contains the key': [
    ...SET_UP,
    'backup: a backup of a busy service is complete, private and can be restored, with its secrets',
  ],
  'Copy the files of the new version': SET_UP,
  'The start updates the database': [
    ...SET_UP,
    'lifetime-contract: rejects a database of a newer version and does not change it',
  ],
  'Docker, Kubernetes and Postgres': prose,
  'Metrics and alerts': prose,
  'Accounts for your team': prose,
} satisfies Statements
