/**
 * Runs user code in QuickJS, compiled to WebAssembly.
 *
 * Why this is contained: the code is data of an interpreter that cannot leave its WebAssembly memory. Every call starts
 * with the same bytes in that memory as a new instance that has only compiled the source; `interpreter.test.ts` compares
 * them. The memory limit is the maximum size of the WebAssembly.Memory, which V8 enforces; QuickJS's own limit miscounts
 * and let 16 MB become 2.2 GB. The interpreter checks the CPU time every few thousand steps; a built-in that does not
 * check it (a join of four thousand million holes) is ended by the parent, together with this process.
 */
import {
  MAX_LOG_CHARACTERS,
  MAX_LOG_LINES,
  MAX_MESSAGE_CHARACTERS,
  MAX_RESULT_BYTES,
  type ScriptCall,
} from '../calls.ts'
import type { QuickJsLimits } from './in-quickjs.ts'
import { type Interpreter, Interpreters } from './interpreter.ts'
import type { MemoryImage } from './memory-image.ts'
import type { Outcome } from './realm.ts'
import { usedMs } from './used-time.ts'

const JOBS_AT_A_TIME = 1_000
/** `new AsyncFunction` adds two lines before the body. */
const LINES_BEFORE = 2

/** First byte of an answer with a failure. */
const ERROR = 'E'.charCodeAt(0)

/** Compiled sources to keep, and the memory of all of them. */
const MAX_KEPT = 256
const MAX_KEPT_BYTES = 16 * 1024 * 1024

const LIMITS: QuickJsLimits = {
  maxResultCharacters: MAX_RESULT_BYTES,
  maxLineCharacters: 8_192,
  maxMessageCharacters: MAX_MESSAGE_CHARACTERS,
  maxLogLines: MAX_LOG_LINES,
  maxLogCharacters: MAX_LOG_CHARACTERS,
}

export type CodeOutcome = Outcome & { readonly logs: readonly string[] }

/** Loads and compiles the interpreter. */
export async function loadCodeRunner(wasmFile: string): Promise<CodeRunner> {
  return new CodeRunner(await createInterpreters(wasmFile, Interpreters))
}

export async function createInterpreters<Kind extends Interpreters>(
  wasmFile: string,
  Class: new (...given: ConstructorParameters<typeof Interpreters>) => Kind,
): Promise<Kind> {
  const { default: load } = await import('@jitl/quickjs-wasmfile-release-sync/emscripten-module')
  return new Class(load, wasmFile, LIMITS)
}

/** Runs one call after the other. Keeps an instance as long as it can be restored, and images with compiled sources. */
export class CodeRunner {
  readonly #interpreters: Interpreters
  #ready: { readonly memoryMb: number; readonly interpreter: Promise<Interpreter> } | undefined
  /** The most recently used one is last. */
  readonly #images = new Map<string, MemoryImage>()
  #imageBytes = 0

  constructor(interpreters: Interpreters) {
    this.#interpreters = interpreters
  }

  /** The compiled sources that are kept. */
  get kept(): { readonly count: number; readonly bytes: number } {
    return { count: this.#images.size, bytes: this.#imageBytes }
  }

  async run(call: ScriptCall, variables: string | Uint8Array): Promise<CodeOutcome> {
    const { memoryMb } = call
    const ready = this.#ready?.memoryMb === memoryMb ? this.#ready.interpreter : this.#interpreters.create(memoryMb)
    this.#ready = undefined
    const interpreter = await ready
    const { outcome, isIntact } = this.#runIn(interpreter, call, variables)
    if (isIntact && interpreter.isRestorable) this.#ready = { memoryMb, interpreter: ready }
    return outcome
  }

  /** Whether there is an instance for the next call. */
  get isReady(): boolean {
    return this.#ready !== undefined
  }

  /** Called when the process is idle: creates an instance for a call like the last one. */
  prepare(memoryMb: number): void {
    this.#ready ??= { memoryMb, interpreter: this.#interpreters.create(memoryMb) }
  }

  #runIn(
    interpreter: Interpreter,
    call: ScriptCall,
    variables: string | Uint8Array,
  ): { outcome: CodeOutcome; isIntact: boolean } {
    const begin = usedMs()
    let isLate = false
    const checkTime = () => {
      isLate ||= usedMs() - begin > call.timeoutMs
      return isLate
    }
    let isIntact = true
    let problem = 'it awaits a promise that never settles'
    interpreter.interruptWhen(checkTime)
    try {
      const answer = this.#compile(interpreter, call) ?? drive(interpreter, variables, checkTime)
      if (answer !== undefined) return { outcome: outcomeOf(answer, interpreter, call), isIntact: !isLate }
    } catch (error) {
      // QuickJS exceeded the stack of V8, or aborted.
      isIntact = false
      problem = error instanceof RangeError ? 'it is nested too deeply' : 'the interpreter gave up'
    }
    const outcome = isLate ? tooLate(call) : interpreter.isMemoryScarce ? outOfMemory(call) : failed(problem)
    return { outcome: { ...outcome, logs: [] }, isIntact: isIntact && !isLate }
  }

  /**
   * Puts the interpreter in the state in which it has compiled the source and done nothing else. Returns the answer if
   * the source cannot be compiled.
   */
  #compile(interpreter: Interpreter, { source, names }: ScriptCall): Buffer | undefined {
    const key = JSON.stringify([source, names])
    const known = this.#images.get(key)
    interpreter.restore(known)
    if (known !== undefined) {
      this.#images.delete(key)
      this.#images.set(key, known)
    } else {
      interpreter.call('compile', source, JSON.stringify(names))
      const answer = answerOf(interpreter)
      if (answer !== undefined) return answer
      if (interpreter.isRestorable) this.#keep(key, interpreter.image())
    }
    interpreter.seed()
    return undefined
  }

  #keep(key: string, image: MemoryImage): void {
    this.#images.set(key, image)
    this.#imageBytes += image.ownBytes + key.length
    for (const [oldest, { ownBytes }] of this.#images) {
      if (this.#images.size <= MAX_KEPT && this.#imageBytes <= MAX_KEPT_BYTES) break
      this.#images.delete(oldest)
      this.#imageBytes -= ownBytes + oldest.length
    }
  }
}

/** Runs the compiled source until it has an answer; undefined if it ends without one. */
function drive(interpreter: Interpreter, variables: string | Uint8Array, isOver: () => boolean): Buffer | undefined {
  interpreter.call('run', variables)
  let answer: Buffer | undefined
  while (answer === undefined && interpreter.hasPendingJob && !isOver()) {
    const isFine = interpreter.runJobs(JOBS_AT_A_TIME)
    answer = answerOf(interpreter)
    if (!isFine) break
  }
  // An interrupted function fails like any other; the time limit is the reason to report.
  return answer !== undefined && answer[0] === ERROR && isOver() ? undefined : answer
}

function answerOf(interpreter: Interpreter): Buffer | undefined {
  const answer = interpreter.call('outcome')
  return answer?.length === 0 ? undefined : answer
}

function outcomeOf(answer: Buffer, interpreter: Interpreter, call: ScriptCall): CodeOutcome {
  const kind = String.fromCharCode(answer[0] ?? 0)
  const rest = answer.toString('utf8', 1)
  if (kind === 'L') {
    return { ok: false, code: 'RESULT_TOO_LARGE', message: 'the result is too large', logs: [] }
  }
  if (kind === 'E') return { ...failureOf(rest, interpreter, call), logs: [] }
  return { ok: true, body: rest, logs: kind === 'r' ? textsIn(interpreter.call('logs')) : [] }
}

function failureOf(json: string, interpreter: Interpreter, call: ScriptCall): Outcome {
  const [text = '', stack = ''] = textsIn(json)
  // Without free memory QuickJS cannot create the error that reports it, and throws null, or cannot print it.
  const isUnclear = text === 'null' || text === '[value that cannot be printed]'
  const isFull = text === 'InternalError: out of memory' || (isUnclear && interpreter.isMemoryScarce)
  return isFull ? outOfMemory(call) : failed(text + lineIn(stack))
}

/** The texts of a JSON list. */
function textsIn(json: Buffer | string | undefined): string[] {
  const list: unknown = JSON.parse(String(json ?? '[]'))
  return Array.isArray(list) ? list.map(String) : []
}

function failed(message: string): Outcome {
  return { ok: false, code: 'CODE_FAILED', message }
}

function tooLate({ timeoutMs }: ScriptCall): Outcome {
  return { ok: false, code: 'TIMED_OUT', message: `it took longer than ${timeoutMs} ms` }
}

function outOfMemory({ memoryMb }: ScriptCall): Outcome {
  return { ok: false, code: 'OUT_OF_MEMORY', message: `it needs more than ${memoryMb} MB of memory` }
}

function lineIn(stack: string): string {
  const line = Number(/<input>:(\d+)/.exec(stack)?.[1]) - LINES_BEFORE
  return line > 0 ? ` (line ${line})` : ''
}
