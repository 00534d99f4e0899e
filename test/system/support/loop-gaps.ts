/**
 * A program whose event loop is watched: how long, in processing time of its main thread, it did not come back to its
 * event loop while something was done.
 */
import { connect } from 'node:net'
import { join } from 'node:path'
import { leastCpuMs } from '@millrace/model/testing/cpu-time'
import { expect } from 'vitest'
import { freshFolder, type Program, start } from '../program.ts'
import { temporaryFolder } from './temporary-folder.ts'

const SAMPLER = new URL('./loop-sampler.mjs', import.meta.url)
/** What a busy machine and the collection of garbage add differs from try to try; the least is closest to the truth. */
const TRIES = 4
/** The part of the work of all threads that may be done in one gap, if that is more than the limit. */
const MAX_GAP_PART = 0.2
/** CPU time of `referenceMs` on the machine that the limits were set on. */
const REFERENCE_MS = 15

export interface Asked {
  readonly method?: string
  readonly body?: string
  readonly type?: string
}

export interface Answered {
  readonly status: number
  readonly body: string
}

export class WatchedProgram {
  readonly program: Program
  readonly #socket: string
  /** How much slower this machine is than the one that the limits were set on; at least 1. */
  readonly #slowness = Math.max(1, referenceMs() / REFERENCE_MS)

  private constructor(program: Program, socket: string) {
    this.program = program
    this.#socket = socket
  }

  static async start(...flags: readonly string[]): Promise<WatchedProgram> {
    const socket = join(temporaryFolder('loop'), 'sampler')
    const own = ['--port', '0', '--data-dir', freshFolder(), '--auth', 'none', ...flags]
    const program = await start(own, { NODE_OPTIONS: `--import=${SAMPLER.href}`, LOOP_SAMPLER: socket })
    return new WatchedProgram(program, socket)
  }

  async ask(path: string, { method = 'POST', body, type = 'application/json' }: Asked): Promise<Answered> {
    const answer = await fetch(`${this.program.origin}/api/v1${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': type },
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, body: await answer.text() }
  }

  /** Saves a workflow; returns its id. */
  async create(document: object): Promise<string> {
    const { status, body } = await this.ask('/workflows', { body: JSON.stringify(document) })
    expect(status, body.slice(0, 500)).toBe(201)
    return JSON.parse(body).data.id
  }

  /** Does something, again if the longest gap was above the limit; fails if it was above it every time. */
  async expectGapBelow(limitMs: number, what: string, act: () => Promise<unknown>): Promise<void> {
    const gaps: number[] = []
    for (let tries = 0; tries < TRIES; tries++) {
      await this.#measured()
      await act()
      const { gapMs, allMs } = await this.#measured()
      if (gapMs < Math.max(limitMs * this.#slowness, allMs * MAX_GAP_PART)) return
      gaps.push(gapMs)
    }
    expect.fail(`${what} held the event loop for ${gaps.map(Math.round).join(', ')} ms; ${limitMs} is the limit`)
  }

  /** Sends a request, with another one for health beside it; resolves with the answer. */
  async askWithin(limitMs: number, path: string, asked: Asked): Promise<Answered> {
    let answered: Answered = { status: 0, body: '' }
    await this.expectGapBelow(limitMs, `${asked.method ?? 'POST'} ${path.slice(0, 80)}`, async () => {
      const health = fetch(`${this.program.origin}/health`)
      answered = await this.ask(path, asked).catch(orClosed)
      expect((await health).status).toBe(200)
      expect(answered.status, answered.body.slice(0, 500)).toBeLessThan(500)
    })
    return answered
  }

  /** The longest gap and the CPU time of all threads since they were last asked for. */
  #measured(): Promise<{ readonly gapMs: number; readonly allMs: number }> {
    return new Promise((resolve, reject) => {
      let text = ''
      connect(this.#socket)
        .on('data', (chunk) => {
          text += chunk
        })
        .on('end', () => resolve(JSON.parse(text)))
        .on('error', reject)
    })
  }
}

/** The least CPU time of a fixed amount of work, after warming up. */
function referenceMs(): number {
  const text = JSON.stringify(Array.from({ length: 50_000 }, (_, at) => ({ at, text: 'a word of text' })))
  return leastCpuMs(REFERENCE_MS, () => void JSON.parse(text))
}

/** A connection is closed when far more is sent than allowed; the client may still be writing then. */
function orClosed(error: unknown): Answered {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code !== 'EPIPE' && code !== 'ECONNRESET' && code !== 'UND_ERR_SOCKET') throw error
  return { status: 413, body: '' }
}
