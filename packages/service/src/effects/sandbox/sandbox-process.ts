/**
 * One sandbox process, seen from the service: started with nothing but the right to read its own program and the
 * libraries, spoken to over its standard input and output, ended with SIGKILL.
 *
 * It works on one call at a time; a process that ends takes at most that one call with it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { parse, sep } from 'node:path'
import { SANDBOX_FOLDER, SANDBOX_PROGRAM } from '../../platform/assets.ts'
import type { Libraries } from './calls.ts'
import { type Frame, FrameReader, FrameTooLarge, frameOf } from './frames.ts'
import { processTimeMs } from './process-time.ts'

/**
 * Why a process ended. `killed`: by this service. `killed from outside`: by a signal of the system or of a person.
 * `gone`: for a reason that is not known.
 */
export type Ending = 'killed' | 'killed from outside' | 'memory' | 'answer too large' | 'gone'

/** The call was not answered, because its process ended. */
export class ProcessEnded extends Error {
  readonly ending: Ending
  constructor(ending: Ending) {
    super(`The sandbox process ended: ${ending}.`)
    this.ending = ending
  }
}

export interface ProcessLimits {
  readonly maxHeapMb: number
  readonly maxAnswerBytes: number
}

const PACKAGES = ['jsonata', 'liquidjs', 'quickjs-emscripten-core', '@jitl']

export class SandboxProcess {
  /** Settles once it can take calls; rejects if it ends before. */
  readonly ready: Promise<unknown>
  readonly #child: ChildProcess
  #waiting: { resolve(frame: Frame): void; reject(error: ProcessEnded): void } | undefined
  #ending: Ending | undefined
  #hasEnded = false
  /** Processing time that it had used when it last answered. */
  #usedBefore = 0

  constructor({ maxHeapMb, maxAnswerBytes }: ProcessLimits) {
    this.#child = start(maxHeapMb)
    const reader = new FrameReader(maxAnswerBytes)
    this.#child.stdout?.on('data', (piece: Buffer) => this.#receive(reader, piece))
    this.#child.once('error', () => this.#ended('gone'))
    this.#child.once('exit', (code, signal) => this.#ended(endingOf(code, signal)))
    // Writing to a process that has just ended; its end is told by `exit`.
    this.#child.stdin?.on('error', () => {})
    this.ready = this.call(libraries())
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Sends one message and gives the answer; only when the one before has been answered. */
  call(head: unknown, body = ''): Promise<Frame> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) return reject(new ProcessEnded(this.#ending ?? 'gone'))
      this.#waiting = { resolve, reject }
      this.#child.stdin?.write(frameOf(head, body))
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Processing time that the call under way has used, in milliseconds; undefined if the system does not tell. */
  async usedMs(): Promise<number | undefined> {
    const now = await processTimeMs(this.pid)
    return now === undefined ? undefined : now - this.#usedBefore
  }

  /** Ends it at once, whatever it is doing. */
  kill(): void {
    this.#endWith('killed')
  }

  #receive(reader: FrameReader, piece: Buffer): void {
    try {
      for (const frame of reader.push(piece)) {
        this.#usedBefore = usedIn(frame) ?? this.#usedBefore
        this.#waiting?.resolve(frame)
        this.#waiting = undefined
      }
    } catch (error) {
      this.#endWith(error instanceof FrameTooLarge ? 'answer too large' : 'gone')
    }
  }

  #endWith(ending: Ending): void {
    this.#ending ??= ending
    this.#child.kill('SIGKILL')
    // Not when the system says so: the pipe of a killed process is of no more use, and its caller is waiting.
    this.#ended(ending)
  }

  #ended(ending: Ending): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#ending ??= ending
    this.#waiting?.reject(new ProcessEnded(this.#ending))
    this.#waiting = undefined
  }
}

function usedIn({ head }: Frame): number | undefined {
  return typeof head === 'object' && head !== null && 'usedMs' in head ? Number(head.usedMs) : undefined
}

/** V8 aborts when its heap is full; whoever sends SIGKILL, such as the system when its memory is full, is not V8. */
function endingOf(code: number | null, signal: NodeJS.Signals | null): Ending {
  if (signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134 || code === 133) return 'memory'
  return signal === 'SIGKILL' || signal === 'SIGTERM' ? 'killed from outside' : 'gone'
}

function start(maxHeapMb: number): ChildProcess {
  const child = spawn(process.execPath, [...sandboxFlags(maxHeapMb), SANDBOX_PROGRAM], {
    env: {},
    // A heap that overflows may leave a core file where it was started; not in the folder of the service.
    cwd: parse(SANDBOX_PROGRAM).root,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  })
  // An idle process does not keep the service from ending; while a call is under way, its timer does.
  child.unref()
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as { unref?(): void } | null)?.unref?.()
  return child
}

/** Reading: its own program and the libraries. Not given: writing, programs, threads, addons, WASI, the inspector. */
export function sandboxFlags(maxHeapMb: number): string[] {
  const readable = [SANDBOX_FOLDER, ...PACKAGES.map(folderOf)]
  return [
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    `--max-old-space-size=${maxHeapMb}`,
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-addons',
    '--no-warnings',
  ]
}

const require = createRequire(import.meta.url)

function libraries(): Libraries {
  return {
    jsonata: require.resolve('jsonata'),
    liquid: require.resolve('liquidjs'),
    quickjsWasm: require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'),
  }
}

/** The folder of a package, or of a scope, wherever it was installed. */
function folderOf(name: string): string {
  const inside = require.resolve(name === '@jitl' ? '@jitl/quickjs-wasmfile-release-sync' : name)
  const marker = `${sep}node_modules${sep}${name}${sep}`
  return inside.slice(0, inside.lastIndexOf(marker) + marker.length)
}
