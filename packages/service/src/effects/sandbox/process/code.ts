/**
 * Runs user code in QuickJS, compiled to WebAssembly.
 *
 * Why this is contained: the code is data of an interpreter that can leave its WebAssembly memory only through the few
 * functions defined here. Every call has its own instance and memory, which are discarded afterwards. The memory limit is
 * the maximum size of that WebAssembly.Memory, which V8 enforces; QuickJS's own limit miscounts and let 16 MB become
 * 2.2 GB. The interpreter checks the CPU time every few thousand steps; a built-in that does not check it (a join of four
 * thousand million holes) is ended by the parent, together with this process.
 */
import { readFileSync } from 'node:fs'
import {
  type EmscriptenModuleLoaderOptions,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import {
  MAX_LOG_CHARACTERS,
  MAX_LOG_LINES,
  MAX_MESSAGE_CHARACTERS,
  MAX_RESULT_BYTES,
  type ScriptCall,
} from '../calls.ts'
import { type QuickJsLimits, runInQuickJs } from './in-quickjs.ts'
import type { Outcome } from './realm.ts'
import { usedMs } from './used-time.ts'

/** Node has it, but its types are only part of the types of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer }
}

const PAGE = 65_536
const MIB = 1024 * 1024
/** The module's initial memory; it cannot have less. */
const MIN_PAGES = 256
/** Smaller than the stack of V8, on which the interpreter recurses. */
const STACK_BYTES = 256 * 1024
/** Standard output carries the answers, so the interpreter must not print. */
const QUIET = { print: () => {}, printErr: () => {} } as EmscriptenModuleLoaderOptions
const JOBS_AT_A_TIME = 1_000
/** `new AsyncFunction` adds two lines before the body. */
const LINES_BEFORE = 2

const LIMITS: QuickJsLimits = {
  maxResultCharacters: MAX_RESULT_BYTES,
  maxLineCharacters: 8_192,
  maxMessageCharacters: MAX_MESSAGE_CHARACTERS,
}

export type CodeOutcome = Outcome & { readonly logs: readonly string[] }

/** Loads and compiles the interpreter. */
export async function loadCodeRunner(wasmFile: string): Promise<CodeRunner> {
  const { default: variant } = await import('@jitl/quickjs-wasmfile-release-sync')
  // Its types describe the CommonJS version, which has the variant one level deeper.
  return new CodeRunner(variant as unknown as QuickJSSyncVariant, wasmFile)
}

/** An interpreter that has not run any code yet. */
interface NewInterpreter {
  readonly runtime: QuickJSRuntime
  readonly memoryMb: number
  isMemoryScarce(): boolean
}

/** Compiles the interpreter once; each run is a new instance of it. */
export class CodeRunner {
  readonly #module: object
  readonly #variant: QuickJSSyncVariant
  #ready: Promise<NewInterpreter> | undefined

  constructor(variant: QuickJSSyncVariant, wasmFile: string) {
    this.#variant = variant
    this.#module = new WebAssembly.Module(readFileSync(wasmFile))
  }

  async run(call: ScriptCall, variables: string): Promise<CodeOutcome> {
    const ready = await this.#ready
    this.#ready = undefined
    const fresh = ready?.memoryMb === call.memoryMb ? ready : await this.#make(call.memoryMb)
    return new CodeRun(fresh, call).run(variables)
  }

  /** Called when the process is idle: creates an instance for a call like the last one. */
  prepare(memoryMb: number): void {
    this.#ready ??= this.#make(memoryMb)
  }

  async #make(memoryMb: number): Promise<NewInterpreter> {
    const maximum = Math.max(MIN_PAGES, Math.floor((memoryMb * MIB) / PAGE))
    const wasmMemory = new WebAssembly.Memory({ initial: MIN_PAGES, maximum })
    const quickjs = await newQuickJSWASMModuleFromVariant(
      newVariant(this.#variant, { wasmModule: this.#module, wasmMemory, emscriptenModule: QUIET }),
    )
    const isMemoryScarce = () => wasmMemory.buffer.byteLength >= (maximum * PAGE) / 2
    return { runtime: quickjs.newRuntime(), memoryMb, isMemoryScarce }
  }
}

class CodeRun {
  readonly #runtime: QuickJSRuntime
  readonly #call: ScriptCall
  readonly #isMemoryScarce: () => boolean
  readonly #logs: string[] = []
  #logCharacters = 0
  #outcome: Outcome | undefined
  #isLate = false

  constructor({ runtime, isMemoryScarce }: NewInterpreter, call: ScriptCall) {
    this.#runtime = runtime
    this.#call = call
    this.#isMemoryScarce = isMemoryScarce
  }

  run(variables: string): CodeOutcome {
    const begin = usedMs()
    const isLate = () => {
      this.#isLate ||= usedMs() - begin > this.#call.timeoutMs
      return this.#isLate
    }
    this.#runtime.setMaxStackSize(STACK_BYTES)
    this.#runtime.setInterruptHandler(isLate)
    let problem = ''
    try {
      problem = this.#drive(this.#runtime.newContext(), variables, isLate)
    } catch (error) {
      // QuickJS exceeded the stack of V8, or aborted. Its memory is discarded in any case.
      problem = error instanceof RangeError ? 'it is nested too deeply' : 'the interpreter gave up'
    }
    return { ...(this.#outcome ?? this.#unfinished(problem)), logs: this.#logs }
  }

  /** Runs the code; returns why it stopped if it did not complete. */
  #drive(context: QuickJSContext, variables: string, isLate: () => boolean): string {
    const begun = context.callFunction(context.unwrapResult(context.evalCode(`(${runInQuickJs})`)), context.undefined, [
      context.newString(this.#call.source),
      context.newString(variables),
      context.unwrapResult(context.evalCode(`(${JSON.stringify(LIMITS)})`)),
      this.#host(context),
    ])
    if (begun.error !== undefined) return 'it could not be started'
    while (this.#outcome === undefined && this.#runtime.hasPendingJob() && !isLate()) {
      if (this.#runtime.executePendingJobs(JOBS_AT_A_TIME).error !== undefined) return 'it was stopped'
    }
    return 'it awaits a promise that never settles'
  }

  #host(context: QuickJSContext): QuickJSHandle {
    const text = (handle: QuickJSHandle | undefined) => (handle === undefined ? '' : context.getString(handle))
    const host = context.newObject()
    context.setProp(
      host,
      'log',
      context.newFunction('log', (line) => this.#log(text(line))),
    )
    context.setProp(
      host,
      'end',
      context.newFunction('end', (how, body, stack) => this.#end(text(how), text(body), text(stack))),
    )
    return host
  }

  #log(line: string): void {
    if (this.#logs.length > MAX_LOG_LINES || this.#logCharacters > MAX_LOG_CHARACTERS) return
    this.#logCharacters += line.length
    const isFull = this.#logs.length === MAX_LOG_LINES || this.#logCharacters > MAX_LOG_CHARACTERS
    this.#logs.push(isFull ? '… further output was dropped' : line)
  }

  #end(how: string, text: string, stack: string): void {
    this.#outcome ??= this.#ended(how, text, stack)
  }

  #ended(how: string, text: string, stack: string): Outcome {
    if (how === 'result') return { ok: true, body: text }
    if (how === 'too large') return { ok: false, code: 'RESULT_TOO_LARGE', message: 'the result is too large' }
    // Without free memory QuickJS cannot create the error that reports it, and throws null.
    const isFull = text === 'InternalError: out of memory' || (text === 'null' && this.#isMemoryScarce())
    if (isFull) return this.#outOfMemory()
    return { ok: false, code: 'CODE_FAILED', message: text + lineIn(stack) }
  }

  #unfinished(problem: string): Outcome {
    if (this.#isLate) return { ok: false, code: 'TIMED_OUT', message: `it took longer than ${this.#call.timeoutMs} ms` }
    if (this.#isMemoryScarce()) return this.#outOfMemory()
    return { ok: false, code: 'CODE_FAILED', message: problem }
  }

  #outOfMemory(): Outcome {
    return { ok: false, code: 'OUT_OF_MEMORY', message: `it needs more than ${this.#call.memoryMb} MB of memory` }
  }
}

function lineIn(stack: string): string {
  const line = Number(/<input>:(\d+)/.exec(stack)?.[1]) - LINES_BEFORE
  return line > 0 ? ` (line ${line})` : ''
}
