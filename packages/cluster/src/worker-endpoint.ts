/** Where Restate reaches a worker: HTTP/2 without TLS, with requests that Restate has signed. */
import { createServer, type ServerHttp2Session } from 'node:http2'
import type { internal, ObjectContext } from '@restatedev/restate-sdk'
import type { DriveInput, WorkerEndpoint, WorkerEndpointOptions } from './ports.ts'
import { EXECUTION_SERVICE } from './service-name.ts'
import { isServedPath } from './versions.ts'
import { WorkerStops } from './worker-stops.ts'

type Log = NonNullable<WorkerEndpointOptions['log']>

/** More are forgotten: other workers may have continued them. */
const MAX_UNMATCHED = 1_000
const DAY_MS = 24 * 60 * 60 * 1000

/** Restate must not cut off a request while a step runs; the engine has the time limits. */
const OPTIONS = {
  inactivityTimeout: 365 * DAY_MS,
  abortTimeout: 365 * DAY_MS,
  // The database has the history.
  journalRetention: 0,
  // After that a request with the same key runs again, for executions whose request was killed.
  idempotencyRetention: 60_000,
  retryPolicy: {
    initialInterval: 100,
    exponentiationFactor: 2,
    maxInterval: 5_000,
    maxAttempts: 500,
    onMaxAttempts: 'pause',
  },
} as const

export async function startWorkerEndpoint(options: WorkerEndpointOptions): Promise<WorkerEndpoint> {
  const { address, version, log = () => {} } = options
  const sdk = await import('@restatedev/restate-sdk')
  const handle = requestHandler(sdk, options, log)
  const server = createServer((request, response) => {
    if (isServedPath(request.url, version) && !options.engine.isStopping) return handle(request, response)
    // A worker of an older version, during a rolling update, or one that stops. Restate tries again and finds another one.
    response.writeHead(503).end()
    return undefined
  })
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  const { host, port } = hostAndPort(address)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const bound = server.address()
  return {
    address: typeof bound === 'object' && bound !== null ? `${host}:${bound.port}` : address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const session of sessions) session.destroy()
      }),
  }
}

type Sdk = typeof import('@restatedev/restate-sdk')

/** Verifies every signature: Restate signs each request with a number of its own, so no two have the same one. */
function requestHandler(sdk: Sdk, options: WorkerEndpointOptions, log: Log) {
  const { identityKey } = options
  return sdk.createEndpointHandler({
    services: [executionService(sdk, options)],
    ...(identityKey === undefined ? {} : { identityKeys: [identityKey] }),
    logger: ({ level }, ...message) => {
      const text = message.map(String).join(' ')
      // Part of every planned stop.
      if (text.includes(WorkerStops.sentence)) return
      if (level === 'warn' || level === 'error') log(level, text)
    },
  })
}

function executionService(sdk: Sdk, { engine, now }: WorkerEndpointOptions) {
  const unmatched = new Set<string>()
  return sdk.object({
    name: EXECUTION_SERVICE,
    options: OPTIONS,
    handlers: {
      drive: async (ctx: ObjectContext, input?: DriveInput) => {
        const id = ctx.key
        const wakeAt = await driven(ctx, unmatched, () => engine.drive(id, input))
        if (wakeAt === null) return
        const delay = await ctx.run('delay', () => Math.max(0, wakeAt - now()))
        const options = sdk.rpc.sendOpts({ delay, idempotencyKey: `wake:${id}:${wakeAt}` })
        ctx
          .objectSendClient<{ drive(ctx: ObjectContext, input?: DriveInput): Promise<void> }>(
            { name: EXECUTION_SERVICE },
            id,
          )
          .drive({}, options)
      },
    },
  })
}

/**
 * Drives an execution. The database has what it did, so nothing is recorded in Restate, which would take a round trip, unless
 * it is to be driven again: that is recorded, so that a repeated request makes the same decision. A request that has a
 * record, perhaps of an older version, which recorded every drive, follows it.
 */
async function driven(
  ctx: ObjectContext,
  unmatched: Set<string>,
  drive: () => Promise<number | null>,
): Promise<number | null> {
  const isRepeated = !(ctx as ObjectContext & Pick<internal.ContextInternal, 'isProcessing'>).isProcessing()
  if (isRepeated) return followed(ctx, unmatched, drive)
  const wakeAt = await drive()
  return wakeAt === null ? null : ctx.run('drive', () => wakeAt)
}

/**
 * Follows the record of an earlier attempt: a drive, or nothing but the end of the request, if Restate was lost before it
 * had closed it. The SDK does not report which, and refuses an attempt that does not match; `unmatched` has the requests whose
 * last attempt here did not match a drive.
 */
async function followed(
  ctx: ObjectContext,
  unmatched: Set<string>,
  drive: () => Promise<number | null>,
): Promise<number | null> {
  const { id } = ctx.request()
  if (unmatched.delete(id)) return null
  if (unmatched.size >= MAX_UNMATCHED) unmatched.clear()
  unmatched.add(id)
  const wakeAt = await ctx.run('drive', () => {
    unmatched.delete(id)
    return drive()
  })
  unmatched.delete(id)
  return wakeAt
}

function hostAndPort(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':')
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) }
}
