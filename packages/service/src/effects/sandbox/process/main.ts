/**
 * The program of a sandbox process. It handles one call after another, each in its own realm or interpreter, and exits
 * when its standard input closes, which happens when its parent exits.
 *
 * The first message contains the paths of the libraries; there are no arguments and no environment. Each language is
 * loaded with its first call, so that a process with JSONata calls only never loads an interpreter.
 */
import { type Libraries, MAX_MESSAGE_CHARACTERS, type SandboxCall } from '../calls.ts'
import { FrameReader, frameOf } from '../frames.ts'
import type { CodeOutcome, CodeRunner } from './code.ts'
import { type Outcome, Realms } from './realm.ts'

const MAX_CALL_BYTES = 64 * 1024 * 1024

let libraries: Libraries | undefined
let realms: Realms | undefined
let runner: CodeRunner | undefined

async function outcomeOf(call: SandboxCall, body: string): Promise<Outcome | CodeOutcome> {
  if (libraries === undefined) throw new Error('The first message must contain the paths of the libraries.')
  if (call.kind === 'code') {
    runner ??= await (await import('./code.ts')).loadCodeRunner(libraries.quickjsWasm)
    return runner.run(call, body)
  }
  realms ??= new Realms(libraries)
  return realms.evaluate(call, body)
}

function prepareNext(call: SandboxCall): void {
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

function send(outcome: Outcome | CodeOutcome): void {
  const rssBytes = process.memoryUsage.rss()
  const { user, system } = process.cpuUsage()
  const usedMs = (user + system) / 1000
  if (outcome.ok) {
    const { body, ...head } = outcome
    process.stdout.write(frameOf({ ...head, rssBytes, usedMs }, body))
  } else {
    const message = outcome.message.slice(0, MAX_MESSAGE_CHARACTERS)
    process.stdout.write(frameOf({ ok: false, code: outcome.code, message, rssBytes, usedMs }, ''))
  }
}

const reader = new FrameReader(MAX_CALL_BYTES)

process.stdin.on('data', async (piece: Buffer) => {
  for (const { head, body } of reader.push(piece)) {
    if (libraries === undefined) {
      libraries = head as Libraries
      send({ ok: true, body: '' })
      continue
    }
    const call = head as SandboxCall
    send(await outcomeOf(call, body).catch(failed))
    setImmediate(prepareNext, call)
  }
})
process.stdin.once('end', () => process.exit())

// A signal to the process group (Ctrl-C, a service manager) must not end a call that the service still waits for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// Pending promises of a realm do not matter once it has answered.
process.on('unhandledRejection', () => {})
