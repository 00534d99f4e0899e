/** The tests that execute the statements of docs/scale.md. */
import { prose, type Statements } from '../statements.ts'

const COMMANDS = 'scale-docs: the commands of docs/scale.md start a cluster that runs a workflow'
const TRIAL = 'cluster-command: npm run cluster runs a workflow on free ports, and $end leaves no process and no file'
const ROLES = 'cluster-roles: report their role, and a worker serves nothing but health checks'
const REFUSED = 'cluster-roles: refuse a process with another secret key, and a service with the embedded engine'
const STUCK =
  'cluster-roles: an execution that Restate paused is shown as stuck, and continues after resume or when a worker is back'
const PAUSED =
  'worker-endpoint: Restate pauses an execution after 500 failed attempts, which take the minutes that docs/scale.md states'
const CANCELLED =
  'cluster-roles: an execution that got stuck three times stays stuck when a worker is back, and can be cancelled'
const AWAY = 'cluster-roles: without Restate the API is ready and accepts executions, which run when it is back'
const RESTARTED = 'cluster: restarting every process except Postgres in turn under load refuses no request'
const POSTGRES_RESTARTED =
  'cluster: restarting Postgres under load refuses requests with a documented code, nothing is lost, stuck or run again'
const RELOADED = 'cluster: a reload of HAProxy processes the next request on a connection that a client has kept open'
const FAULTS = 'cluster: %s under load: nothing is lost or stuck, nothing recorded runs again'
const UPDATED =
  'cluster: an update to a newer version under load refuses no request, and executions of the old version complete'
const FROZEN =
  'cluster: a worker that was frozen during a step writes nothing when it wakes up after its execution has ended'
const SETTINGS = 'cluster-config: have defaults for the role and the addresses of a worker'
const DEPLOYED = 'deploy: sets only settings that exist, and the ones that the role %s needs'
const SAFE =
  'deploy: Restate has one version everywhere, listens on loopback unless it is in a private network, and sends no telemetry'

export const STATEMENTS = {
  'For operators who outgrow': [COMMANDS],
  'npm run cluster starts': [TRIAL],
  'table The parts': [COMMANDS, ROLES],
  'An execution of which every step returns at once': [
    'worker: an execution of quick steps is over when its start resolves, without Restate and without a worker',
    'worker: an API process runs nothing of an execution that needs a worker, and asks for one',
  ],
  '--role all is both': [SETTINGS],
  'Install Postgres and': prose,
  'An existing installation': prose,
  'Create the key': [COMMANDS],
  'Start Restate and': [COMMANDS],
  'Start two API processes': [COMMANDS],
  'Use the cluster through': [COMMANDS],
  'In production use': prose,
  'One worker drives an execution': [
    'cluster: an execution with many steps of code completes although its workers are killed one after the other',
    'heavy-steps: the heavy steps of one execution run on two workers',
    'heavy-steps: a worker without helpers computes its own steps one after the other',
    'node-runner: code and pure nodes with large inputs are heavy',
  ],
  'Heavy steps have no effects': [
    'heavy-steps: a step whose worker dies is computed again, and the dead worker cannot write its result',
    'step-text: a step with too many values to move has no request',
  ],
  'database |': [REFUSED],
  'secret key |': [REFUSED],
  'files |': prose,
  'admin token |': [COMMANDS],
  'custom nodes |': prose,
  'settings |': prose,
  'Restate and the workers have': [SAFE],
  'Restate | Executions': [AWAY],
  'a worker | Its': [FAULTS],
  'a helper |': [
    'cluster: an execution with many steps of code completes although its workers are killed one after the other',
    'heavy-steps: a step whose worker dies is computed again, and the dead worker cannot write its result',
    'heavy-steps: the next driver of an execution waits for the step that a worker computes',
    'heavy-steps: a helper that stops hands its step back at once',
  ],
  'a frozen worker |': [FAULTS, FROZEN],
  'an API process |': [FAULTS],
  'Postgres | Requests': [
    FAULTS,
    POSTGRES_RESTARTED,
    'lost-database: a save whose COMMIT was not confirmed has an unknown outcome',
    'lost-database: a start while the server is down was not processed',
  ],
  'HAProxy | Clients': [FAULTS],
  'all workers |': [STUCK, PAUSED],
  'A step with effects is recorded': [
    'invariants: E4 runs a step with effects after its start and the results that led to it are recorded',
    FROZEN,
    'worker: a worker that was frozen while its write was confirmed starts no step that another one has run',
    'worker: a worker that missed the message that another one took over aborts its step after the gap',
  ],
  'GET /readyz of each': [ROLES, AWAY],
  'After too many failed': [PAUSED, STUCK, CANCELLED],
  'On SIGTERM an API': [RESTARTED, 'cluster-roles: a worker that is stopped during steps logs nothing above info'],
  'A reload of HAProxy': [RESTARTED, RELOADED, POSTGRES_RESTARTED, FAULTS],
  'To upgrade, stop': [
    UPDATED,
    'register-deployment: every version is a deployment; the newest one gets new invocations, also when an old worker starts again',
    'register-deployment: a failing invocation moves to the newest version, unless a worker has recorded something of it',
    'versions: a worker of version 1.4.0 serves its own and older versions: %s %s',
    'behaviour: new executions record the newest behaviour, and every older one has golden journals',
  ],
  'deploy/containers/compose.yaml starts': [DEPLOYED],
  'One Restate server': prose,
  'The rate limit': prose,
  'Processes need a direct': prose,
  '--standby and SQLite': ['cluster-config: %j'],
} satisfies Statements
