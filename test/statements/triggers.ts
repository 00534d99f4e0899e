/** What executes the statements of docs/how-to/triggers.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Two node types start': [
    'triggers: an update moves the path, a restore moves it back, and deleting removes it',
    'trigger-contract: writes no triggers for a rejected save',
  ],
  'Triggers of an': [
    'triggers: an imported workflow starts nothing until a person saves it',
    'triggers: a draft with an incomplete trigger is saved and starts nothing',
  ],
  'A workflow that': ['sessions: the session in %s gets the answers that it shows'],
  '{base}/hooks/': ['hooks: outputs method, query, body and headers without credentials'],
  'method |': [
    'hooks: an unknown path is 404, another method 405 with the allowed ones, and neither starts anything',
    'hooks: HEAD starts nothing, and OPTIONS returns the allowed methods',
  ],
  'auth: none': ['hooks: without authentication accepts every caller, pages of other origins included'],
  'auth: token': ['hooks: token: accepts a bearer token or an API key header'],
  'credential |': [
    'webhook-credentials: accept the secret of the credential, which is not in the workflow',
    'webhook-credentials: check signatures with it, and a new secret counts at once',
  ],
  'auth: hmac': ['hooks: hmac: accepts the signature of the raw bytes in either header'],
  'auth: gitlab': ['webhook-schemes: gitlab accepts the secret in its own header only'],
  'auth: slack': ['webhook-schemes: accepts a call that is signed with the secret'],
  'auth: stripe': ['webhook-schemes: accepts a call that is signed with the secret'],
  'auth: standard': ['webhook-schemes: accepts a call that is signed with the secret'],
  'GitHub signs as': [
    'hooks: hmac: accepts the signature of the raw bytes in either header',
    'webhook-schemes: rejects a call that was signed more than five minutes before or after',
    'webhook-schemes: while a secret is replaced, one of several signatures is enough',
    'webhook-schemes: stripe: one of several signatures is enough',
  ],
  'respond: accepted': ['hooks: starts an execution and returns its id'],
  'respond: finished': [
    'hooks: waits for the outputs if the node is set to',
    'hooks: gets the execution id when the execution outlasts the wait',
    'docs-numbers: $page states $sentence',
  ],
  'respond: output': ['own-response: the outputs body, status and headers are the response'],
  'Slack asks once': ['own-response: the challenge of Slack is repeated and starts nothing, if it is signed'],
  'With respond: output': ['own-response: the outputs body, status and headers are the response'],
  'body |': [
    'own-response: text is sent as plain text, other values as JSON, and no output as an empty body',
    'own-response: a status without a body has none',
  ],
  'status |': ['own-response: %j'],
  'headers |': ['own-response: the outputs body, status and headers are the response'],
  'An execution that does not complete': [
    'own-response: an execution that fails is 502',
    'own-response: %j',
    'own-response: a page of a workflow runs no scripts at the address of the service',
  ],
  'A wrong or missing credential': [
    'hooks: rejects %s for %s',
    'hooks: rejects every caller while the secret is not set',
    'webhook-credentials: reject every call without a credential that fits, and log it once',
    'webhook-credentials: check signatures with it, and a new secret counts at once',
    'hooks: rejects a call of an invalid workflow without revealing its problems',
    'rate-limit: counts open routes by address',
    'hooks: is rejected with 413, up to the limit it is accepted',
    'form-body: are at most 10,000; more are rejected with 413',
  ],
  'The outputs of': [
    'hooks: outputs method, query, body and headers without credentials',
    'hooks: parses %s',
    'hooks: outputs null for an empty body',
    'hooks: rejects malformed %s: %s',
  ],
  'Repeated calls. With': [
    'triggers: with the same idempotency key starts nothing new and gets the same reply',
    'triggers: starts one execution even for many concurrent calls',
    'triggers: without a key starts another execution',
    'triggers: the same key at another webhook is another call, and an overlong key is rejected',
  ],
  'A path that is': [
    'hooks: the first workflow keeps a path; saving a second one with it warns',
    'trigger-contract: gives a path to the workflow that had it first, until that releases it',
    'hooks: one workflow can have several webhooks at a path with different methods',
  ],
  'The settings of a webhook': [
    'triggers: a webhook shows its addresses with a curl command that never contains the secret',
    'webhook: the curl command passes the test call unchanged through a shell, and never contains the secret',
  ],
  '{base}/hooks-test/<path>': [
    'test-calls: captures one call as outputs of the node, without credentials, and starts nothing',
    'test-calls: is closed while no editor listens, and only writers may listen',
  ],
  'Listen for a call waits': [
    'triggers: Listen for a call captures one real call as the test call of the node',
    'test-calls: authenticates the caller as the node demands: %s',
    'triggers: the run panel takes a test call, which the run uses and the workflow keeps',
  ],
  'Only one editor at a time': [
    'test-calls: refuses another method, and a second listener at the same address',
    'test-calls: ends when the listener disconnects',
  ],
  'The settings of a schedule': [
    'triggers: a schedule lists its next five times in its time zone',
    'test-calls: lists the next five times of a schedule in its time zone, or the problem',
  ],
  'cron has five fields': [
    'trigger-contract: keeps the next time and the accepted run of a schedule only if its cron line does not change',
    'cron: accept seconds as a sixth field at the front',
    'cron: cronProblem of %j in %s',
    'schedules: a disabled schedule or one with an invalid cron expression starts nothing',
  ],
  'Never twice.': [
    'schedules-crash: %s: after a crash %s call %i every planned time has exactly one run',
    'schedules-crash: several concurrent processes start every run once',
    'trigger-contract: advances a schedule for exactly one of several concurrent callers',
  ],
  'Never lost.': [
    'schedules: while the queue is full, the run waits',
    'trigger-contract: keeps the next time and the accepted run of a schedule only if its cron line does not change',
  ],
  'After a downtime': [
    'schedules: of many missed runs only the latest is started',
    'schedules: a missed run older than the grace period is skipped and logged, and the schedule continues',
  ],
  'Overlap.': [
    'schedules: skip: the next run is skipped',
    'schedules: buffer: exactly one run waits for it to end',
    'schedules: cancel: the previous run is cancelled and the next one starts',
  ],
  'Daylight saving.': [
    'cron: in spring a time that does not exist runs when the clocks change, so no day is skipped',
    'cron: in autumn a time that occurs twice runs once',
    'cron: every half hour stays every half hour when the clocks change',
  ],
  'The output scheduled_at': ['triggers: runs once, with its planned time as input'],
} satisfies Statements
