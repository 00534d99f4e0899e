/**
 * Writes a SQLite file on a thread. Callers hold the write lock (see `Mutex`), so there is one call at a time. The first
 * call starts the thread; if the thread dies, the current call is rejected and the next one starts another thread.
 */
import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SqlValue, Statement } from '../sql.ts'
import { StoreUnavailable } from '../unavailable.ts'
import { flattened } from './change-wire.ts'
import type { Change, Refusal } from './changes.ts'
import type { Answer, Done, Request } from './sqlite-thread.ts'

// Next to this file in the sources (.ts) and in the bundle (.cjs).
const PROGRAM = new URL(`./sqlite-thread${extname(import.meta.url)}`, import.meta.url)

export class ThreadWriter {
  readonly #file: string
  #worker: Worker | undefined
  #isClosed = false
  #settle: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void } | undefined

  constructor(file: string) {
    this.#file = file
  }

  start(): void {
    if (this.#worker !== undefined || this.#isClosed) return
    const worker = new Worker(PROGRAM, { workerData: this.#file })
    this.#worker = worker
    // An idle journal does not keep the process alive; a pending write does.
    worker.unref()
    worker.on('message', (answer: Answer) => {
      worker.unref()
      this.#settle?.resolve(answer)
    })
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, new Error('The journal thread has exited.')))
  }

  /** Like `JournalWriter.commit`, with the time it took to write and an optional checkpoint after it. */
  async commit(
    changes: readonly Change[],
    mayCheckpoint = false,
  ): Promise<{ readonly done: readonly Refusal[]; readonly ms: number }> {
    const { done, ms } = await this.#ask({ changes: flattened(changes), mayCheckpoint })
    return { done: done as readonly Refusal[], ms }
  }

  /** Like `Sql.transaction`. */
  async transaction(statements: readonly Statement[]): Promise<boolean> {
    return (await this.#ask({ statements })).done as boolean
  }

  /** Like `Sql.all`, for a statement that writes. */
  async all<Row>(text: string, params: readonly SqlValue[]): Promise<Row[]> {
    return (await this.#ask({ text, params, returns: 'rows' })).done as Row[]
  }

  /** Like `Sql.run`. */
  async run(text: string, params: readonly SqlValue[]): Promise<number> {
    return (await this.#ask({ text, params, returns: 'count' })).done as number
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    if (worker === undefined) return
    const ended = once(worker, 'exit')
    worker.ref()
    worker.postMessage('close' satisfies Request)
    await ended
  }

  async #ask(request: Exclude<Request, 'close'>): Promise<Done> {
    if (this.#isClosed) throw new Error('The database is closed.')
    this.start()
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#worker?.ref()
      this.#worker?.postMessage(request)
    })
    if ('failed' in answer) {
      const error = new Error(answer.failed)
      throw answer.reason === undefined ? error : new StoreUnavailable(answer.reason, error)
    }
    return answer
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#settle?.reject(error)
  }
}
