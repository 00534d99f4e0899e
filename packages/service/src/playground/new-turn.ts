import { type NewPlaygroundMessage, Problem, type Static } from '@millrace/model'
import type { NewTurn } from './playground-port.ts'

/** A message as the body of a request has it. Only where inputs are sent may it say nothing. */
export function newTurn({ content = '', inputs }: Static<typeof NewPlaygroundMessage>): NewTurn {
  if (content !== '' || inputs !== undefined) return { content, inputs }
  throw new Problem('VALIDATION_ERROR', {
    message: 'The body does not fit: /content must not be empty where there are no inputs.',
    details: [{ code: 'MISSING', message: 'must not be empty where there are no inputs', path: '/content' }],
  })
}
