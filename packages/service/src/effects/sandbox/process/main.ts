/**
 * The program of a sandbox process. It handles one call after another, each in its own realm or in an interpreter in its
 * original state, and exits when its standard input closes, which happens when its parent exits.
 *
 * The first message contains the paths of the libraries; there are no arguments and no environment. Each language is
 * loaded with its first call, so that a process with JSONata calls only never loads an interpreter.
 */
import { writeSync } from 'node:fs'
import {
  type Libraries,
  MAX_MESSAGE_CHARACTERS,
  type SandboxCall,
  type SandboxMessage,
  type ScriptCall,
} from '../calls.ts'
import { FrameReader, frameOf } from '../frames.ts'
import type { CodeOutcome, CodeRunner } from './code.ts'
import { type Outcome, type RealmCall, Realms } from './realm.ts'
import { usedMs } from './used-time.ts'

const MAX_CALL_BYTES = 64 * 1024 * 1024
const STDOUT = 1
/** Memory is measured with every so many answers, and after a call that took long. */
const RSS_EVERY = 32
/** After a call that took longer, messages are read before the next call begins. */
const SLOW_MS = 5

interface Queued {
  readonly id: number
  readonly call: SandboxCall
  readonly body: Buffer
}

let libraries: Libraries | undefined
let realms: Realms | undefined
let runner: CodeRunner | undefined
let queue: Queued[] = []
let isWorking = false
let answers = 0

/** Works through the queue; the next call begins when the previous one is answered. */
async function work(): Promise<void> {
  if (isWorking) return
  isWorking = true
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const begin = usedMs()
    const { call } = next
    if (call.kind === 'code') await runCode(next, call)
    else evaluate(next, call)
    if (usedMs() - begin > SLOW_MS) await new Promise((done) => setImmediate(done))
    if (queue.length === 0 && !isPrepared(call)) setImmediate(prepareNext, call)
  }
  isWorking = false
}

async function runCode({ id, body }: Queued, call: ScriptCall): Promise<void> {
  try {
    runner ??= await (await import('./code.ts')).loadCodeRunner(loaded().quickjsWasm)
    send(id, await runner.run(call, body))
  } catch (error) {
    send(id, failed(error))
  }
}

function evaluate({ id, body }: Queued, call: RealmCall): void {
  realms ??= new Realms(loaded(), process.platform !== 'linux')
  send(id, realms.evaluate(call, body.toString()))
}

function loaded(): Libraries {
  if (libraries === undefined) throw new Error('The first message must contain the paths of the libraries.')
  return libraries
}

function isPrepared(call: SandboxCall): boolean {
  return call.kind === 'code' ? runner?.isReady === true : realms?.isReady(call.kind) === true
}

function prepareNext(call: SandboxCall): void {
  if (isWorking) return
  if (call.kind === 'code') runner?.prepare(call.memoryMb)
  else realms?.prepare(call.kind)
}

/** Reports unexpected errors, above all that there is no memory for an instance; the parent must get an answer. */
function failed(error: unknown): Outcome {
  return {
    ok: false,
    code: 'OUT_OF_MEMORY',
    message: error instanceof Error ? error.message : 'it could not be started',
  }
}

let usedAtRss = 0

function send(id: number, outcome: Outcome | CodeOutcome): void {
  const { user, system } = process.cpuUsage()
  const used = (user + system) / 1000
  const isDue = answers++ % RSS_EVERY === 0 || used - usedAtRss > SLOW_MS * RSS_EVERY
  if (isDue) usedAtRss = used
  const about = { id, usedMs: used, ...(isDue && { rssBytes: process.memoryUsage.rss() }) }
  if (outcome.ok) {
    const { body, ...head } = outcome
    write(frameOf({ ...head, ...about }, body))
  } else {
    const message = outcome.message.slice(0, MAX_MESSAGE_CHARACTERS)
    write(frameOf({ ok: false, code: outcome.code, message, ...about }, ''))
  }
}

/** Returns when the parent has it: the process may be killed in the next call. */
function write(frame: Buffer): void {
  for (let at = 0; at < frame.length; ) {
    try {
      at += writeSync(STDOUT, frame, at)
    } catch (error) {
      // The pipe is full; the parent is about to read it.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
  }
}

const reader = new FrameReader(MAX_CALL_BYTES)

process.stdin.on('data', (piece: Buffer) => {
  for (const { head, body } of reader.push(piece)) {
    if (libraries === undefined) {
      libraries = head as Libraries
      send(0, { ok: true, body: '' })
      continue
    }
    const { id, ...message } = head as SandboxMessage
    if (message.kind === 'forget') queue = queue.filter((call) => call.id <= message.after)
    else queue.push({ id, call: message, body })
  }
  void work()
})
process.stdin.once('end', () => process.exit())

// A signal to the process group (Ctrl-C, a service manager) must not end a call that the service still waits for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// Pending promises of a realm do not matter once it has answered.
process.on('unhandledRejection', () => {})
