/**
 * Conditional reads: a client that sends the ETag of its copy gets 304 without a body if the copy is still current.
 * Browsers may store such replies but must ask every time, so that a revoked credential takes effect at once.
 */
import { createHash } from 'node:crypto'
import type { Printed } from './print-reply.ts'

const NO_CACHE = { 'cache-control': 'private, no-cache' }

/** The reply with its ETag, or 304 if the client has the same. */
export function revalidated(answer: Printed, ifNoneMatch: string | undefined): Printed {
  if (answer.status !== 200) return answer
  const etag = String(answer.extras.headers?.etag ?? tagOf(answer.body))
  const extras = { ...answer.extras, headers: { ...answer.extras.headers, ...NO_CACHE, etag } }
  return matches(ifNoneMatch, etag) ? { ...answer, status: 304, body: '', extras } : { ...answer, extras }
}

/** Tags of bodies that are encoded once and sent many times; freed with the body. */
const kept = new WeakMap<Uint8Array, string>()

function tagOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return hashed(body)
  const tag = kept.get(body) ?? hashed(body)
  kept.set(body, tag)
  return tag
}

function hashed(body: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag))
}
