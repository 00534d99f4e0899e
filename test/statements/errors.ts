/** What executes the statements of docs/reference/errors.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Every error response': [
    'docs-api: docs/reference/errors.md shows a refusal as it is sent',
    'answer-forms: refuses in the one form of all refusals',
  ],
  'error is a sentence for people': [
    'check-reply: is a 500 with a request id only; the log contains the cause',
    'request-body: is 422 and lists every issue',
  ],
  'A rejected request': [
    'fuzz: %s takes no harm',
    'fuzz: the service works as if nothing had happened',
    'hostile-corpus: %s opens nothing and changes nothing',
    'lost-database: a start that was written, but not confirmed, has an unknown outcome',
  ],
  'table Codes': ['docs: lists every code of the registry with its status and sentence, and no other'],
  'VALIDATION_ERROR is 422': [
    'request-body: with a syntax error is 400 and names the position',
    'request-body: may be nested 64 levels deep, but not deeper',
    'catalogue: %s is 400 and names the parameter',
    'rate-limit: rejects a caller with too many requests and sends Retry-After',
    'stream-limits: limits the streams of one caller across all of its credentials, separately from other callers',
    'app: another method is 405 with the allowed methods',
    'worker-pool: ends a task at its deadline and replaces the thread',
    'docs-numbers: $page states $sentence',
  ],
  'A request with NOT_READY': [
    'lost-database: a start while the server is down was not processed',
    'lost-database: a start that was written, but not confirmed, has an unknown outcome',
    'lost-database: a request that has written before it loses the database has an unknown outcome',
    'lost-database: a request whose connection broke during its first statement was not processed: %s',
    'lost-database: a start with an Idempotency-Key that was not confirmed can be repeated, and runs once',
    'worker: a caller gets an error if no worker replies, and its call has no effect later',
    'worker: a caller whose call a worker has taken learns that it may still take effect',
  ],
  'The registry is': [
    'docs: lists every code of the registry with its status and sentence, and no other',
    'openapi: has the common error body for every error',
  ],
  'POST /workflows/validate and': [
    'validate: replies with 200 and all problems for an invalid workflow',
    'workflows: saves an invalid workflow and leaves its problems to validation',
    'executions: rejects an invalid workflow with a list of its errors',
  ],
  'table Problems of a workflow': [
    'docs: lists every code of a validation problem with its severity, meaning and what to do, and no other',
  ],
  'The codes are in': [
    'docs: lists every code of a validation problem with its severity, meaning and what to do, and no other',
  ],
} satisfies Statements
