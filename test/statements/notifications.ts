/** What executes the statements of docs/how-to/notifications.md. */
import { prose, type Statements } from '../statements.ts'

const RUNS = 'error-workflow: runs once when an execution fails, with the failure as its input'
const AGAIN = 'error-workflow: is started after a restart if the process ended before'
const REPEATED = 'error-workflow: is started once if the process ends before the start is recorded'
const LOOP = 'error-workflow: does not start itself or another one when it fails'
const DEFAULT = 'error-workflow: is the default unless the workflow names another one or none'
const PROJECT = 'projects: the default error workflow is that of the chosen project'
const WARNED = 'config-checks: a save warns of an error workflow that would not run, and not of one that would'
const CHILD = 'error-workflow: is not started for a cancelled execution, nor for a sub-workflow whose caller fails too'
const CANNOT = 'error-workflow: that cannot start is reported and can be started later'
const SIGNED = 'subscriptions: gets the failure of an execution, signed by Standard Webhooks'
const QUESTIONS = 'subscriptions: gets questions that wait and that are answered, with a link to the form'
const RETRIED =
  'subscriptions: is tried again until it accepts, with the same id and body, and its deliveries are listed'
const REPLAYED = 'subscriptions: fails after the last attempt, and a failed delivery can be repeated'
const DISABLED = 'subscriptions: is disabled after five days without a success, and at once by the status 410'
const TESTED = 'subscriptions: sends a test, and reports why it failed'
const SECRETS = 'subscriptions: never returns its secrets, and is managed by admins only'
const CHAT = 'subscriptions: a chat gets a text with a link, and nothing about a question that was answered meanwhile'
const MAIL = 'mail-notifications: sends e-mail about a failure through the server of a credential'
const CLOSED =
  'mail-notifications: reports a refused sign-in without the password, a missing credential, and a closed address'
const PROJECTS =
  'mail-notifications: sends e-mail about workflows of every project, with credentials of the default one only'
const BOUNDED = 'delivery-contract: the outbox is bounded, and old deliveries are removed'
const SLOW = 'slow-targets: delays neither other subscriptions nor the error workflow, however many there are'
const PROBED = 'slow-targets: gets one request at a time after a failure, and is healthy again after a success'
const BUDGETS = 'usage-contract: reaching the warning and the limit of a budget is in the outbox once'
const OUTBOX =
  'delivery-contract: the end of an execution is in the outbox of every enabled subscription that wants it, once'

export const STATEMENTS = {
  'There are two ways': prose,
  'Build a workflow that starts': [RUNS, DEFAULT, PROJECT, WARNED],
  'The trigger passes on': [RUNS],
  'table Error workflow': [RUNS],
  'The error workflow starts exactly once': [RUNS, AGAIN, REPEATED],
  'Its executions have': [RUNS],
  'Its own failure': [LOOP],
  'A cancelled execution starts none': [CHILD],
  'A start by hand': ['nodes: $id: $title'],
  'A start that is not possible': [CANNOT],
  'Admins subscribe': [SECRETS],
  'table Subscriptions': [BUDGETS, OUTBOX, SIGNED, QUESTIONS, CHAT, MAIL],
  'Subscriptions are for the whole service': [PROJECTS],
  'Messages contain a link': [SIGNED, QUESTIONS, CHAT, CHILD],
  'POST /subscriptions/{id}/test sends': [TESTED, SECRETS, CLOSED],
  'Webhooks are signed': [SIGNED],
  'An event is sent at least once': [RETRIED],
  'Any response but 2xx': [RETRIED, REPLAYED],
  'A subscription whose deliveries': [DISABLED],
  'GET /subscriptions/{id}/deliveries lists': [RETRIED, REPLAYED],
  'A slow address delays nothing else': [SLOW, PROBED],
  'At most 10,000': [BOUNDED],
  'In a cluster, one API process': prose,
} satisfies Statements
