/**
 * QuickJS in WebAssembly: one instance of the interpreter, which is put back to an earlier state between calls.
 *
 * The whole state of an instance is its memory and its stack pointer: there are no other mutable globals, no host
 * functions, and no handles on this side except addresses that are part of the image. The stack pointer is back at its
 * start when a call returns. An instance that grew its memory, or that was left by an exception, is not restored but
 * discarded.
 */
import { randomFillSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { prepareInQuickJs, type QuickJsLimits } from './in-quickjs.ts'
import { isZero, type Layout, MemoryImage } from './memory-image.ts'

/** Node has it, but its types are only part of the types of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => object
  readonly Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer }
}

type Pointer = number

/** The functions of the emscripten module that are used here. */
interface QuickJsModule {
  callbacks: { shouldInterrupt(unused: undefined, runtime: Pointer): 0 | 1 }
  _malloc(bytes: number): Pointer
  _QTS_NewRuntime(): Pointer
  _QTS_RuntimeSetMaxStackSize(runtime: Pointer, bytes: number): void
  _QTS_RuntimeEnableInterruptHandler(runtime: Pointer): void
  _QTS_NewContext(runtime: Pointer, intrinsics: number): Pointer
  _QTS_Eval(
    context: Pointer,
    code: Pointer,
    length: number,
    fileName: Pointer,
    detectModule: number,
    flags: number,
  ): Pointer
  _QTS_GetUndefined(): Pointer
  _QTS_GetPropNumber(context: Pointer, object: Pointer, index: number): Pointer
  _QTS_NewString(context: Pointer, text: Pointer): Pointer
  _QTS_GetString(context: Pointer, value: Pointer): Pointer
  _QTS_Call(context: Pointer, callee: Pointer, self: Pointer, count: number, values: Pointer): Pointer
  _QTS_ResolveException(context: Pointer, value: Pointer): Pointer
  _QTS_Typeof(context: Pointer, value: Pointer): Pointer
  _QTS_IsJobPending(runtime: Pointer): number
  _QTS_ExecutePendingJob(runtime: Pointer, count: number, contextOut: Pointer): Pointer
}

type LoadModule = (options: {
  readonly wasmMemory: object
  readonly print: () => void
  readonly printErr: () => void
  instantiateWasm(imports: object, done: (instance: object) => void): void
}) => Promise<QuickJsModule>

const WASM_PAGE = 65_536
const MIB = 1024 * 1024
/** The module's initial memory; it cannot have less. */
const MIN_PAGES = 256
/** Of the emscripten build; static data ends where the stack begins. */
const WASM_STACK_BYTES = 5 * MIB
/** Smaller than the stack of V8, on which the interpreter recurses. */
const STACK_BYTES = 256 * 1024
/** Functions of the interpreter that do not check the limit need little more than it. */
const STACK_ZONE = STACK_BYTES + 128 * 1024
/** Checked to be zero below the zone: a call that got this far is not restored. */
const STACK_GUARD = 64 * 1024
const PROBE_BYTES = MIB

/** Addresses that are the same in every instance, and the state of a new one. */
interface Prepared {
  readonly layout: Layout
  /** Address of the word that holds the end of the heap. */
  readonly breakAt: Pointer
  readonly runtime: Pointer
  readonly context: Pointer
  readonly undefined: Pointer
  /** The functions of `prepareInQuickJs`. */
  readonly functions: { readonly [Name in GuestFunction]: Pointer }
  /** Memory for arguments of a call and for the context of a job. */
  readonly argumentsAt: Pointer
  /** Address of the state of `Math.random`. */
  readonly randomAt: Pointer
  readonly image: MemoryImage
}

const GUEST_FUNCTIONS = ['compile', 'run', 'outcome', 'logs'] as const
export type GuestFunction = (typeof GUEST_FUNCTIONS)[number]
const MAX_ARGUMENTS = 2

/** Compiles the interpreter once and creates instances of it. */
export class Interpreters {
  readonly #module: object
  readonly #load: LoadModule
  readonly #limits: QuickJsLimits
  #prepared: Prepared | undefined

  constructor(load: unknown, wasmFile: string, limits: QuickJsLimits) {
    this.#load = load as LoadModule
    this.#module = new WebAssembly.Module(readFileSync(wasmFile))
    this.#limits = limits
  }

  /** An instance in the state of a new one. */
  async create(memoryMb: number): Promise<Interpreter> {
    const maximum = Math.max(MIN_PAGES, Math.floor((memoryMb * MIB) / WASM_PAGE))
    const wasmMemory = new WebAssembly.Memory({ initial: MIN_PAGES, maximum })
    const module = await this.#load({
      wasmMemory,
      // Standard output carries the answers, so the interpreter must not print.
      print: () => {},
      printErr: () => {},
      instantiateWasm: (imports, done) => done(new WebAssembly.Instance(this.#module, imports)),
    })
    module.callbacks = { shouldInterrupt: () => 0 }
    this.#prepared ??= prepare(module, wasmMemory, this.#limits)
    return new Interpreter(module, wasmMemory, { prepared: this.#prepared, maxBytes: maximum * WASM_PAGE })
  }
}

export class Interpreter {
  readonly #module: QuickJsModule
  readonly #memory: { readonly buffer: ArrayBuffer }
  readonly #bytes: Uint8Array
  readonly #prepared: Prepared
  readonly #maxBytes: number
  #shouldInterrupt: () => boolean = () => false

  constructor(
    module: QuickJsModule,
    memory: { readonly buffer: ArrayBuffer },
    { prepared, maxBytes }: { readonly prepared: Prepared; readonly maxBytes: number },
  ) {
    this.#module = module
    this.#memory = memory
    this.#bytes = new Uint8Array(memory.buffer)
    this.#prepared = prepared
    this.#maxBytes = maxBytes
    module.callbacks = { shouldInterrupt: () => (this.#shouldInterrupt() ? 1 : 0) }
    prepared.image.restore(this.#bytes, this.#bytes.length)
  }

  /** Whether it can be restored: its memory has the original size and the stack stayed within its zone. */
  get isRestorable(): boolean {
    const { stackLow } = this.#prepared.layout
    return this.#bytes.length > 0 && isZero(this.#bytes.subarray(stackLow - STACK_GUARD, stackLow))
  }

  /** Whether more than half of the memory is used. */
  get isMemoryScarce(): boolean {
    return this.#break >= this.#maxBytes / 2
  }

  /** Puts it back to an image, by default that of a new instance. */
  restore(image = this.#prepared.image): void {
    image.restore(this.#bytes, this.#break)
  }

  /** Gives `Math.random` a new start; otherwise it would be the same in every call. */
  seed(): void {
    randomFillSync(this.#bytes, this.#prepared.randomAt, 8)
  }

  /** All of its memory. */
  get memory(): Uint8Array {
    return new Uint8Array(this.#memory.buffer)
  }

  /** The present state. */
  image(): MemoryImage {
    return MemoryImage.take(this.#bytes, this.#prepared.layout, this.#break, this.#prepared.image)
  }

  /** Calls a function of the guest with texts; undefined if it threw or did not return a text. */
  call(name: GuestFunction, ...texts: (string | Uint8Array)[]): Buffer | undefined {
    const { context, functions, argumentsAt } = this.#prepared
    const values = texts.map((text) => this.#newString(text))
    new Uint32Array(this.#memory.buffer).set(values, argumentsAt / 4)
    const args = [functions[name], this.#prepared.undefined, values.length, argumentsAt] as const
    const result = this.#module._QTS_Call(context, ...args)
    return result === 0 || this.#typeOf(result) !== 's' ? undefined : this.#textOf(result)
  }

  get hasPendingJob(): boolean {
    return this.#module._QTS_IsJobPending(this.#prepared.runtime) === 1
  }

  /** Runs pending jobs; false if one failed. */
  runJobs(maxCount: number): boolean {
    const { runtime, argumentsAt } = this.#prepared
    return this.#typeOf(this.#module._QTS_ExecutePendingJob(runtime, maxCount, argumentsAt)) === 'n'
  }

  interruptWhen(isOver: () => boolean): void {
    this.#shouldInterrupt = isOver
  }

  get #break(): number {
    return new DataView(this.#memory.buffer).getUint32(this.#prepared.breakAt, true)
  }

  #newString(text: string | Uint8Array): Pointer {
    return this.#module._QTS_NewString(this.#prepared.context, newCString(this.#module, this.#memory, text))
  }

  /** First letter of the type. */
  #typeOf(value: Pointer): string {
    const at = this.#module._QTS_Typeof(this.#prepared.context, value)
    return String.fromCharCode(new Uint8Array(this.#memory.buffer)[at] ?? 0)
  }

  #textOf(value: Pointer): Buffer {
    const at = this.#module._QTS_GetString(this.#prepared.context, value)
    const bytes = new Uint8Array(this.#memory.buffer)
    return Buffer.from(bytes.subarray(at, bytes.indexOf(0, at)))
  }
}

/** Copies a text with a final zero to the heap. */
function newCString(
  module: QuickJsModule,
  memory: { readonly buffer: ArrayBuffer },
  text: string | Uint8Array,
): Pointer {
  const length = typeof text === 'string' ? Buffer.byteLength(text) : text.length
  const at = module._malloc(length + 1)
  if (at === 0) throw new Error('The interpreter has no memory left.')
  const target = Buffer.from(memory.buffer, at, length + 1)
  if (typeof text === 'string') target.write(text)
  else target.set(text)
  target[length] = 0
  return at
}

/** Initialises the interpreter in the first instance and finds the addresses that every instance has. */
function prepare(module: QuickJsModule, memory: { readonly buffer: ArrayBuffer }, limits: QuickJsLimits): Prepared {
  const bytes = new Uint8Array(memory.buffer)
  const { breakAt, heapStart } = findBreak(module, bytes)
  const layout = { staticEnd: heapStart - WASM_STACK_BYTES, stackLow: heapStart - STACK_ZONE, heapStart }
  const runtime = module._QTS_NewRuntime()
  module._QTS_RuntimeSetMaxStackSize(runtime, STACK_BYTES)
  module._QTS_RuntimeEnableInterruptHandler(runtime)
  const context = module._QTS_NewContext(runtime, 0)
  const evaluate = (code: string): Pointer => {
    const at = newCString(module, memory, code)
    return module._QTS_Eval(context, at, Buffer.byteLength(code), newCString(module, memory, 'sandbox'), 0, 0)
  }
  const guest = evaluate(`(${prepareInQuickJs})(${JSON.stringify(limits)})`)
  const functions = GUEST_FUNCTIONS.map((name, at) => [name, module._QTS_GetPropNumber(context, guest, at)])
  const argumentsAt = module._malloc(4 * MAX_ARGUMENTS)
  const randomAt = findRandomState(bytes, heapStart, () => evaluate('(0, Math.random)()'))
  const end = new Uint32Array(bytes.buffer)[breakAt / 4] ?? 0
  return {
    ...{ layout, breakAt, runtime, context, argumentsAt, randomAt },
    undefined: module._QTS_GetUndefined(),
    functions: Object.fromEntries(functions),
    image: MemoryImage.take(bytes, layout, end),
  }
}

/**
 * Finds the word of the allocator that holds the end of the heap. An allocation moves it by as much as the word that
 * holds the size of the heap; the difference of the two is the start of the heap.
 */
function findBreak(module: QuickJsModule, bytes: Uint8Array): { breakAt: Pointer; heapStart: number } {
  const before = bytes.slice()
  const wordsBefore = new Uint32Array(before.buffer)
  const probe = module._malloc(PROBE_BYTES)
  const moved: { at: Pointer; old: number; by: number }[] = []
  for (const [word, value] of new Uint32Array(bytes.buffer, 0, Math.trunc((probe - WASM_STACK_BYTES) / 4)).entries()) {
    const old = wordsBefore[word] ?? 0
    if (value > old) moved.push({ at: word * 4, old, by: value - old })
  }
  bytes.set(before)
  const end = moved.reduce((high, one) => (one.old > high.old ? one : high), { at: 0, old: 0, by: 0 })
  const size = moved.find((one) => one.by === end.by && one !== end)
  const heapStart = end.old - (size?.old ?? 0)
  if (heapStart > probe || heapStart <= WASM_STACK_BYTES) throw new Error('The end of the heap was not found.')
  return { breakAt: end.at, heapStart }
}

const MASK_64 = 2n ** 64n - 1n

/** Finds the state of the random numbers: the word that changes as the generator of QuickJS, xorshift64*, changes it. */
function findRandomState(bytes: Uint8Array, heapStart: number, random: () => unknown): Pointer {
  const before = new BigUint64Array(bytes.slice().buffer)
  random()
  const after = new BigUint64Array(bytes.buffer)
  for (let at = heapStart / 8; at < after.length; at++) {
    const old = before[at]
    if (old !== undefined && old !== 0n && old !== after[at] && nextRandom(old) === after[at]) return at * 8
  }
  throw new Error('The state of the random numbers was not found.')
}

function nextRandom(state: bigint): bigint {
  let x = state ^ (state >> 12n)
  x ^= (x << 25n) & MASK_64
  return x ^ (x >> 27n)
}
