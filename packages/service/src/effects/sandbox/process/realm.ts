/**
 * Evaluates JSONata, Liquid and regular expressions of users inside a sandbox process.
 *
 * Why this is contained: every source text has its own realm, so changes to `Object.prototype` or a library do not
 * affect others. (A realm is reused for the same text as long as it succeeds: creating one takes longer than most
 * evaluations.) A realm takes texts and returns a text; it has no object of Node, no `process`, `require` or timers, and
 * cannot compile code from text, so `constructor.constructor` does not work. Time, memory and bugs of V8 are limited by the
 * process: it has a heap limit, no environment, no permission to write files or to start programs or threads, and a
 * parent that kills it when a call has used its CPU time.
 *
 * Where the parent cannot read the CPU time of a process, V8 stops a call after a wall-clock time, and a call that got too
 * little CPU time until then is evaluated again with more. Setting such a limit starts a thread and takes longer than most
 * evaluations, so it is not used elsewhere.
 */
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Context, constants, createContext, Script } from 'node:vm'
import {
  type ExpressionCall,
  type FailureCode,
  type Libraries,
  type MatchCall,
  REALM_LIMITS,
  type TemplateCall,
  type TestsCall,
} from '../calls.ts'
import {
  expressionRunner,
  type HostText,
  loadLibrary,
  patternRunner,
  patternTester,
  templateRunner,
} from './in-realm.ts'
import { nextClockMs, usedMs } from './used-time.ts'

export type RealmCall = ExpressionCall | TemplateCall | MatchCall | TestsCall
export type Outcome =
  | { readonly ok: true; readonly body: string }
  | { readonly ok: false; readonly code: FailureCode; readonly message: string }

const LIMITS = JSON.stringify(REALM_LIMITS)

const FAILED = {
  expression: 'EXPRESSION_FAILED',
  template: 'TEMPLATE_FAILED',
  pattern: 'PATTERN_FAILED',
  patternTests: 'PATTERN_FAILED',
} as const satisfies Record<RealmCall['kind'], FailureCode>

const recode: HostText['recode'] = (text, from, to) =>
  Buffer.from(text, from as BufferEncoding).toString(to as BufferEncoding)
const sha256: HostText['sha256'] = (text, key) =>
  (key === null ? createHash('sha256') : createHmac('sha256', key)).update(text, 'utf8').digest('hex')

/** The script that sets up a realm of each kind; it evaluates to a function of these host values. */
const LOAD = `const library = (${loadLibrary})(load, recode, sha256)`
const MAKERS = {
  expression: `(load, recode, sha256) => {
    ${LOAD}
    let answer = ''
    const run = (${expressionRunner})(library, ${LIMITS}, true)
    globalThis.run = () => { answer = ''; run(source, input).then((text) => { answer = text }) }
    return () => answer
  }`,
  template: `(load, recode, sha256) => {
    ${LOAD}
    const run = (${templateRunner})(library, ${LIMITS})
    let answer = ''
    globalThis.run = () => { answer = run(source, input) }
    return () => answer
  }`,
  pattern: `() => {
    const run = (${patternRunner})(${LIMITS})
    let answer = ''
    globalThis.run = () => { answer = run(JSON.parse(source), JSON.parse(input)) }
    return () => answer
  }`,
  patternTests: `() => {
    const run = (${patternTester})()
    let answer = ''
    globalThis.run = () => { answer = run(JSON.parse(input)) }
    return () => answer
  }`,
} as const satisfies Record<RealmCall['kind'], string>

const RUN = new Script('run()')
interface Realm {
  readonly context: Context
  /** The answer of the last run. */
  readonly answer: () => unknown
}

/** Number of realms to keep for recently evaluated texts. */
const KEPT = 16
/** After this many uses a text gets a new realm, in case state accumulates. */
const MAX_USES = 1_000

/** The realms of a process: one per text, and one of each kind created in advance for the next new text. */
export class Realms {
  readonly #libraries: Libraries
  readonly #isTimed: boolean
  readonly #makers = new Map<RealmCall['kind'], () => Realm>()
  readonly #ready = new Map<RealmCall['kind'], Realm>()
  /** The most recently used one is last. */
  readonly #kept = new Map<string, { readonly realm: Realm; readonly uses: number }>()

  /** `isTimed`: whether V8 limits the time of calls, and not only the parent. */
  constructor(libraries: Libraries, isTimed: boolean) {
    this.#libraries = libraries
    this.#isTimed = isTimed
  }

  evaluate(call: RealmCall, input: string): Outcome {
    const outcome = this.#isTimed ? this.#timed(call, input) : this.#attempt(call, input)
    return outcome ?? { ok: false, code: 'TIMED_OUT', message: `it took longer than ${call.timeoutMs} ms` }
  }

  /** Evaluates until the call has had its CPU time; undefined if it needs more. */
  #timed(call: RealmCall, input: string): Outcome | undefined {
    const begin = usedMs()
    let totalClockMs = 0
    for (let clockMs: number | undefined = call.timeoutMs; clockMs !== undefined; ) {
      const before = usedMs()
      const outcome = this.#attempt(call, input, clockMs)
      if (outcome !== undefined) return outcome
      const now = usedMs()
      totalClockMs += clockMs
      const used = { usedMs: now - before, totalUsedMs: now - begin }
      clockMs = nextClockMs({ allowedMs: call.timeoutMs, clockMs, totalClockMs, ...used })
    }
    return undefined
  }

  /** Evaluates once; undefined if it was stopped by the wall clock. Without `clockMs` only the parent stops it. */
  #attempt(call: RealmCall, input: string, clockMs?: number): Outcome | undefined {
    const source = sourceOf(call)
    const key = `${call.kind} ${source}`
    const { realm, uses } = this.#kept.get(key) ?? { realm: this.#fresh(call.kind), uses: 0 }
    this.#kept.delete(key)
    realm.context.source = source
    realm.context.input = input
    try {
      RUN.runInContext(realm.context, clockMs === undefined ? {} : { timeout: clockMs })
      const outcome = outcomeOf(call.kind, realm.answer())
      // A realm in which a call failed is not reused.
      if (outcome.ok && uses + 1 < MAX_USES) this.#keep(key, realm, uses + 1)
      return outcome
    } catch (error) {
      if (isTimeout(error)) return undefined
      return { ok: false, code: FAILED[call.kind], message: 'it could not be evaluated' }
    }
  }

  /** Whether there is a realm for the next new text. */
  isReady(kind: RealmCall['kind']): boolean {
    return this.#ready.has(kind)
  }

  /** Called when the process is idle. */
  prepare(kind: RealmCall['kind']): void {
    if (!this.#ready.has(kind)) this.#ready.set(kind, this.#make(kind))
  }

  #keep(key: string, realm: Realm, uses: number): void {
    this.#kept.set(key, { realm, uses })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }

  #fresh(kind: RealmCall['kind']): Realm {
    const ready = this.#ready.get(kind)
    this.#ready.delete(kind)
    return ready ?? this.#make(kind)
  }

  #make(kind: RealmCall['kind']): Realm {
    const known = this.#makers.get(kind) ?? makerOf(kind, this.#libraries)
    this.#makers.set(kind, known)
    return known()
  }
}

function sourceOf(call: RealmCall): string {
  return 'source' in call ? call.source : JSON.stringify(call)
}

function makerOf(kind: RealmCall['kind'], { jsonata, liquid }: Libraries): () => Realm {
  const set = new Script(MAKERS[kind])
  const file = { expression: jsonata, template: liquid, pattern: undefined, patternTests: undefined }[kind]
  const library = file === undefined ? undefined : libraryScript(file)
  return () => {
    const context = createContext(constants.DONT_CONTEXTIFY, {
      codeGeneration: { strings: false, wasm: false },
      // Promises settle inside the timed run.
      microtaskMode: 'afterEvaluate',
    })
    const answer = set.runInContext(context)(library?.runInContext(context), recode, sha256)
    return { context, answer }
  }
}

function libraryScript(file: string): Script {
  const names = 'const exports = module.exports, global = { Buffer };'
  return new Script(`(function (module, require, Buffer) {${names}${readFileSync(file, 'utf8')}\n})`)
}

function outcomeOf(kind: RealmCall['kind'], answer: unknown): Outcome {
  if (typeof answer !== 'string' || answer === '') {
    return { ok: false, code: FAILED[kind], message: 'it returned no answer' }
  }
  const rest = answer.slice(1)
  if (answer.startsWith('R')) return { ok: true, body: rest }
  if (answer.startsWith('E')) return { ok: false, code: FAILED[kind], message: rest }
  return { ok: false, code: 'RESULT_TOO_LARGE', message: 'the result is too large' }
}

/** Not `instanceof`: Node creates this error with the realm's own `Error`. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
