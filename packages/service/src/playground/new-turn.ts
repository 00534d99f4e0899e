import { type NewPlaygroundMessage, Problem, type Static } from '@millrace/model'
import type { NewTurn } from './playground-port.ts'

/** A message from a request body. Its content may be empty only if there are inputs. */
export function newTurn({ content = '', inputs, replaces, workflow }: Static<typeof NewPlaygroundMessage>): NewTurn {
  if (content !== '' || inputs !== undefined || replaces !== undefined) return { content, inputs, replaces, workflow }
  throw new Problem('VALIDATION_ERROR', {
    message: 'The body is invalid: /content must not be empty if there are no inputs.',
    details: [{ code: 'MISSING', message: 'must not be empty where there are no inputs', path: '/content' }],
  })
}
