/** The workflow of executions that are parts of others and are not listed. */
import { UNLISTED } from './journal/counts.ts'

export const unlisted = {
  sqlite: [`INSERT INTO execution_workflows (num, id) VALUES (-1, '${UNLISTED}')`],
  postgres: [`INSERT INTO execution_workflows (num, id) OVERRIDING SYSTEM VALUE VALUES (-1, '${UNLISTED}')`],
}
