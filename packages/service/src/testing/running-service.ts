/** A whole service on a port of its own, composed like the program, with an empty data folder; the log is collected. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isExecutionOver, type PipelineDetail } from '@millrace/model'
import { expect, vi } from 'vitest'
import { type Composed, compose } from '../compose.ts'
import { createApp } from '../http/app.ts'
import { readConfig } from '../platform/config.ts'
import { loadRoutes } from '../routes.ts'
import { type LoggedLine, logInto } from './test-service.ts'

export interface RunningService extends AsyncDisposable {
  readonly composed: Composed
  readonly origin: string
  readonly dataDir: string
  readonly lines: readonly LoggedLine[]
  /** The parsed body of a response of the API. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<T>
  /** Saves a workflow, runs it to its end and returns the execution. */
  run(drawing: object, headers?: Record<string, string>): Promise<PipelineDetail>
  /** Ends the service and keeps its data folder. */
  stop(): Promise<void>
}

export interface RunningOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly dataDir?: string
}

/** Without authentication unless the flags set it. */
export async function runningService(flags: readonly string[], options: RunningOptions = {}): Promise<RunningService> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'millrace-running-'))
  const config = readConfig(['--auth', 'none', '--data-dir', dataDir, ...flags], options.env ?? {})
  if (config === 'help') throw new Error('--help is not supported in tests')
  const lines: LoggedLine[] = []
  const composed = await compose(config, logInto(lines))
  const app = await createApp(composed.services, { routes: await loadRoutes() })
  await app.listen({ host: '127.0.0.1', port: 0 })
  await composed.begin()
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  let isStopped = false
  const service: Omit<RunningService, typeof Symbol.asyncDispose> = {
    composed,
    origin,
    dataDir,
    lines,
    async call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const payload = body === undefined ? {} : { body: JSON.stringify(body) }
      const own = { ...headers, 'content-type': 'application/json' }
      const response = await fetch(`${origin}/api/v1${path}`, { method, headers: own, ...payload })
      return (await response.json()) as T
    },
    async run(drawing, headers) {
      const saved = await service.call<{ data: { id: string } }>('POST', '/workflows', { name: 'Observed', ...drawing })
      const path = `/workflows/${saved.data.id}/execute`
      const started = await service.call<{ data: { execution_id: string } }>('POST', path, {}, headers)
      return vi.waitFor(
        async () => {
          const detail = await service.call<PipelineDetail>('GET', `/pipelines/${started.data.execution_id}`)
          expect(isExecutionOver(detail.status)).toBe(true)
          return detail
        },
        { timeout: 120_000 },
      )
    },
    async stop() {
      if (isStopped) return
      isStopped = true
      await composed.drain()
      app.server.closeAllConnections()
      await app.close()
      await composed.close()
    },
  }
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service.stop()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
