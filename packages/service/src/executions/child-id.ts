import { createHash } from 'node:crypto'
import type { Task } from '@millrace/engine'

/** A UUID derived from the calling step and its attempt: a replay finds its child, a retry starts a new one. */
export function childId({ record, node, scope, attempt }: Task): string {
  const place = `${record.id}:${record.plan.nodes[node]?.id}:${scope}:${attempt}`
  const hash = createHash('sha256').update(place).digest('hex')
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
