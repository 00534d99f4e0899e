/** The program on one data folder, killed and started again. Every wait in here is bounded. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { killAll, type Program, start } from '../program.ts'

const START_MS = 120_000
const ANSWER_MS = 120_000
const POLL_MS = 20

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: an arbitrary reply, which the checks read
  readonly body: any
  /** The header `Retry-After`. */
  readonly retryAfter?: string | null
}

/** Asks again and again until the answer is something; undefined once the time is over. */
export async function poll<T>(ask: () => Promise<T | undefined> | T | undefined, ms: number): Promise<T | undefined> {
  for (const until = Date.now() + ms; ; ) {
    const found = await ask()
    if (found !== undefined || Date.now() > until) return found
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** A service or a cluster under test, as clients see it. */
export interface CheckedService {
  /** The data folder. */
  readonly folder: string
  /** What it has printed about errors. */
  readonly log: string
  call(method: string, path: string, body?: unknown): Promise<Answer>
}

export class CrashService implements CheckedService {
  readonly folder: string
  readonly #flags: readonly string[]
  readonly #database: string | undefined
  #program: Program | undefined
  #token = ''

  /** On the file in its folder, or on a Postgres database. */
  constructor(folder: string, flags: readonly string[] = [], database?: string) {
    this.folder = folder
    this.#flags = database === undefined ? flags : [...flags, '--database', database]
    this.#database = database
  }

  /** Starts it; fails when it does not listen in time. */
  async start(): Promise<Program> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error(`no start within ${START_MS} ms`)), START_MS)
    try {
      this.#program = await Promise.race([this.#launch(), late.promise])
    } finally {
      clearTimeout(timer)
    }
    this.#token = readFileSync(join(this.folder, 'admin-token'), 'utf8').trim()
    return this.#program
  }

  /** Starts it and kills it that many milliseconds later, wherever it is by then. */
  async startAndKill(ms: number): Promise<void> {
    const ended = this.#launch().then(
      (program) => program.ended,
      () => undefined,
    )
    await new Promise((resolve) => setTimeout(resolve, ms))
    killAll()
    await ended
  }

  #launch(): Promise<Program> {
    const port = this.#flags.includes('--port') ? [] : ['--port', '0']
    return start([...port, '--data-dir', this.folder, '--log-level', 'warn', ...this.#flags])
  }

  /** Of the first admin. */
  get token(): string {
    return this.#token
  }

  async kill(): Promise<void> {
    await this.#program?.stop('SIGKILL')
  }

  /** What it has printed for people who look for trouble. */
  get log(): string {
    return this.#program?.output().stderr ?? ''
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.#program?.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, body: await response.json(), retryAfter }
  }

  /** What is wrong with the database file; empty when it is sound. */
  faultsInFile(): string[] {
    if (this.#database !== undefined) return []
    const database = new DatabaseSync(join(this.folder, 'millrace.db'), { readOnly: true, timeout: 5000 })
    try {
      const found = database
        .prepare('PRAGMA integrity_check')
        .all()
        .map((row) => String(row.integrity_check))
      const loose = database.prepare('PRAGMA foreign_key_check').all()
      return [...found.filter((line) => line !== 'ok'), ...loose.map((row) => `loose row in ${row.table}`)]
    } finally {
      database.close()
    }
  }
}
