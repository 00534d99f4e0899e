import { createHash } from 'node:crypto'
import type { Task } from '@millrace/engine'

/** A UUID made of the step that asks, by its attempt: the same question has the same answer. */
export function childId({ idempotencyKey }: Task): string {
  const hash = createHash('sha256').update(idempotencyKey).digest('hex')
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
