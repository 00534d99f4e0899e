/** The service as users start it: in its own process with its own data folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../dist/millrace.cjs', import.meta.url))

export interface RunningService {
  readonly port: number
  readonly token: string
  readonly pid: number
  /** Milliseconds from the start of the process to its first response. */
  readonly startMs: number
  call(method: string, path: string, body?: unknown): Promise<Response>
  /** The longest gap of the event loop since the last call; needs `isProbed`. */
  gap(): Promise<Gap>
  stop(): Promise<void>
}

export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

export interface Gap {
  /** CPU time of the main thread. */
  readonly gapMs: number
  readonly rssMb: number
}

export interface ServiceOptions {
  /** Uses an existing data folder, which is not removed. */
  readonly dataDir?: string
  /** Measures the gaps of its event loop. */
  readonly isProbed?: boolean
  readonly flags?: readonly string[]
}

export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { dataDir, isProbed = false, flags = [] } = options
  const port = await freePort()
  const dir = dataDir ?? (await mkdtemp(join(tmpdir(), 'millrace-bench-')))
  const started = performance.now()
  const probe = isProbed ? ['--import', new URL('./gap-probe.ts', import.meta.url).href] : []
  const own = ['--port', String(port), '--data-dir', dir, '--log-level', 'error', ...flags]
  const child = spawn(process.execPath, [...probe, CLI, ...own], {
    stdio: ['ignore', 'ignore', 'inherit', ...(isProbed ? (['ipc'] as const) : [])],
  })
  await firstAnswer(port, child)
  const startMs = performance.now() - started
  const token = (await readFile(join(dir, 'admin-token'), 'utf8')).trim()
  return {
    port,
    token,
    pid: child.pid ?? 0,
    startMs,
    call: (method, path, body) =>
      fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    gap() {
      const gap = new Promise<Gap>((resolve) => child.once('message', (message) => resolve(message as Gap)))
      child.send('gap')
      return gap
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      if (dataDir === undefined) await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Waits for the first response on a port. */
export async function firstAnswer(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answered = await fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    )
    if (answered !== undefined) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Error(`the process ended with ${child.exitCode}`)
}
