/** What executes the statements of docs/reference/errors.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Every error response': [
    'docs-api: docs/reference/errors.md shows a refusal as it is sent',
    'answer-forms: refuses in the one form of all refusals',
  ],
  'error is a sentence for people': [
    'check-reply: is 500 and shows a request id only; the log has the cause',
    'request-body: is 422 and names every place',
  ],
  'A rejected request': [
    'fuzz: %s takes no harm',
    'fuzz: the service works as if nothing had happened',
    'hostile-corpus: %s opens nothing and changes nothing',
  ],
  'table Codes': ['docs: lists every code of the registry with its status and sentence, and no other'],
  'VALIDATION_ERROR is 422': [
    'request-body: that is broken is 400 and names the place',
    'request-body: may be nested 64 levels deep and no deeper',
    'catalogue: %s is 400 and names the parameter',
    'rate-limit: stops the one who asks too often, and says when to come back',
    'stream-limits: one caller may have so many streams open, whatever they are opened with, and others theirs',
    'app: another method is 405 and says which ones there are',
    'worker-pool: ends a task at its deadline and replaces the thread',
    'docs-numbers: $page says $sentence',
  ],
  'The registry is': [
    'docs: lists every code of the registry with its status and sentence, and no other',
    'openapi: has the common error body behind every refusal',
  ],
} satisfies Statements
