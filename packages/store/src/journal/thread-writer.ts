/**
 * Writes a SQLite file on a thread. Callers hold the write lock (see `Mutex`), so there is one call at a time. The first
 * call starts the thread; if the thread dies, the current call is rejected and the next one starts another thread.
 */
import { once } from 'node:events'
import { extname } from 'node:path'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { SqlValue, Statement } from '../sql.ts'
import { StoreUnavailable } from '../unavailable.ts'
import { flattened } from './change-wire.ts'
import type { Change, Refusal } from './changes.ts'
import type { Answer, Done, Request, ThreadStart } from './sqlite-thread.ts'

// Next to this file in the sources (.ts) and in the bundle (.cjs).
const PROGRAM = new URL(`./sqlite-thread${extname(import.meta.url)}`, import.meta.url)

export class ThreadWriter {
  readonly #file: string
  #worker: Worker | undefined
  /** A port of its own, because the answers of a worker's port can only be received as events. */
  #port: MessagePort | undefined
  #isClosed = false
  #settle: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void } | undefined

  constructor(file: string) {
    this.#file = file
  }

  start(): void {
    if (this.#worker !== undefined || this.#isClosed) return
    const { port1: port, port2: its } = new MessageChannel()
    const start: ThreadStart = { file: this.#file, port: its }
    const worker = new Worker(PROGRAM, { workerData: start, transferList: [its] })
    this.#worker = worker
    this.#port = port
    port.on('message', (answer: Answer) => this.#take(answer))
    // An idle journal does not keep the process alive; a pending write does.
    worker.unref()
    port.unref()
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, new Error('The journal thread has exited.')))
  }

  /** Like `JournalWriter.commit`, with an optional checkpoint after it. */
  commit(changes: readonly Change[], mayCheckpoint = false): Promise<Done<readonly Refusal[]>> {
    return this.#ask({ changes: flattened(changes), mayCheckpoint })
  }

  /** Files all executions. */
  file(): Promise<Done<undefined>> {
    return this.#ask('file')
  }

  /** Takes the answer of the thread if it is there, instead of waiting for the event loop to deliver it. */
  poll(): void {
    const received = this.#port && receiveMessageOnPort(this.#port)
    if (received !== undefined) this.#take(received.message as Answer)
  }

  /** Like `Sql.transaction`. */
  transaction(statements: readonly Statement[]): Promise<Done<boolean>> {
    return this.#ask({ statements })
  }

  /** Like `Sql.all`, for a statement that writes. */
  all<Row>(text: string, params: readonly SqlValue[]): Promise<Done<Row[]>> {
    return this.#ask({ text, params, returns: 'rows' })
  }

  /** Like `Sql.run`. */
  run(text: string, params: readonly SqlValue[]): Promise<Done<number>> {
    return this.#ask({ text, params, returns: 'count' })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    if (worker === undefined) return
    const ended = once(worker, 'exit')
    worker.ref()
    this.#port?.postMessage('close' satisfies Request)
    await ended
  }

  async #ask<T>(request: Exclude<Request, 'close'>): Promise<Done<T>> {
    if (this.#isClosed) throw new Error('The database is closed.')
    this.start()
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#port?.ref()
      this.#port?.postMessage(request)
    })
    if ('failed' in answer) {
      const error = new Error(answer.failed)
      throw answer.reason === undefined ? error : new StoreUnavailable(answer.reason, error)
    }
    return answer as Done<T>
  }

  #take(answer: Answer): void {
    this.#port?.unref()
    this.#settle?.resolve(answer)
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    // The last answer may have arrived before this event.
    this.poll()
    this.#worker = undefined
    this.#port?.close()
    this.#port = undefined
    this.#settle?.reject(error)
  }
}
