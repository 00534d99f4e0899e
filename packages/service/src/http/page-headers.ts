import type { Headers } from './reply.ts'

/** The three headers of every paged list. */
export function pageHeaders(total: number, { limit, offset }: { limit: number; offset: number }): Headers {
  return { 'x-total-count': total, 'x-page-size': limit, 'x-page-offset': offset }
}
