/** How often one caller may ask. Reads and writes are counted apart, so that polling never stands in a save's way. */
import { Problem } from '@millrace/model'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../identity/caller.ts'

/** Counts a request; a Problem with RATE_LIMITED when it is one too many. */
export type Limiter = (request: FastifyRequest, caller: Caller) => Promise<void>

const WINDOW_MS = 60_000

/** The limiter of an app, or undefined where there is no limit. */
export async function createLimiter(app: FastifyInstance, perMinute: number): Promise<Limiter | undefined> {
  if (perMinute === 0) return undefined
  const { default: plugin } = await import('@fastify/rate-limit')
  await app.register(plugin, { global: false })
  const keys = new WeakMap<FastifyRequest, string>()
  const count = app.createRateLimit({
    max: perMinute,
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => keys.get(request) ?? request.ip,
  })
  return async (request, caller) => {
    const kind = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
    // Nobody in particular is known by address only; a bad credential counts there too, whatever it claims to be.
    keys.set(request, `${caller.role === null ? request.ip : `${caller.via} ${caller.id}`} ${kind}`)
    const verdict = await count(request)
    if (!verdict.isAllowed && verdict.isExceeded) {
      throw new Problem('RATE_LIMITED', { retryAfterSeconds: Math.max(1, verdict.ttlInSeconds) })
    }
  }
}
