/** The effects of a node under test: calculations are real, everything outside of the process is a fake of the test. */
import {
  type Effects,
  type HttpAnswer,
  type HttpCall,
  isObject,
  NodeFailure,
  type RememberedMessage,
} from '@millrace/model'
import { pureEffects } from '@millrace/nodes/testing/pure-effects'

type Answer = Partial<HttpAnswer> | string

/** Answers to HTTP calls by URL, or a function. A text is a body with status 200. */
export type FakeHttp =
  | Readonly<Record<string, Answer | ((call: HttpCall) => Answer | Promise<Answer>)>>
  | ((call: HttpCall) => Answer | Promise<Answer>)

/** What other workflows return, by name or id. */
export type FakeWorkflows = Readonly<Record<string, (inputs: Readonly<Record<string, unknown>>) => unknown>>

export interface EffectOptions {
  readonly http?: FakeHttp
  readonly files?: Readonly<Record<string, string>>
  /** Other effects, such as `sql` and `models`, and replacements of those that exist. */
  readonly effects?: Partial<Effects>
}

/** Effects for one run. Those without a fake throw an error that names the option. */
export function fakeEffects({ http, files = {}, effects }: EffectOptions, now: () => number): Effects {
  return {
    ...pureEffects,
    http: (call) => answerTo(call, http),
    sql: () => missing('sql'),
    mail: () => missing('mail'),
    keyValues: memoryKeyValues(),
    ...memoryFiles(files),
    memory: memoryConversation(),
    models: { answer: () => missing('models'), embed: () => missing('models') },
    vectors: {
      upsert: () => missing('vectors'),
      search: () => missing('vectors'),
      delete: () => missing('vectors'),
      count: () => missing('vectors'),
    },
    now,
    ...effects,
  }
}

/** Every effect of an aborted step throws, as in the service. */
export function abortable<T extends object>(effects: T, signal: AbortSignal): T {
  return new Proxy(effects, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value === 'object' && value !== null) return abortable(value, signal)
      if (typeof value !== 'function' || name === 'now') return value
      return async (...args: unknown[]) => {
        signal.throwIfAborted()
        return Reflect.apply(value, target, args)
      }
    },
  })
}

async function missing(effect: string): Promise<never> {
  throw new Error(`The node used effects.${effect}: pass a fake as "effects: { ${effect}: … }" to runNode.`)
}

async function answerTo(call: HttpCall, http: FakeHttp | undefined): Promise<HttpAnswer> {
  const fake = typeof http === 'function' ? http : http?.[call.url]
  if (fake === undefined) {
    throw new Error(
      `The node called ${call.method} ${call.url}: pass its answer as "http: { '${call.url}': … }" to runNode.`,
    )
  }
  const given = typeof fake === 'function' ? await fake(call) : fake
  const answer = typeof given === 'string' ? { body: given } : given
  return { status: 200, headers: {}, body: '', url: call.url, ...answer }
}

function memoryFiles(given: Readonly<Record<string, string>>): Pick<Effects, 'readFile' | 'writeFile'> {
  const files = new Map(Object.entries(given))
  return {
    async readFile(path) {
      const content = files.get(path)
      if (content === undefined) throw new NodeFailure('FILE_NOT_FOUND', `There is no file ${path}.`)
      return { content, size: Buffer.byteLength(content) }
    },
    async writeFile(path, content) {
      files.set(path, content)
      return { size: Buffer.byteLength(content) }
    },
  }
}

function memoryKeyValues(): Effects['keyValues'] {
  const spaces = new Map<string, Map<string, unknown>>()
  const spaceOf = (namespace: string) => {
    const known = spaces.get(namespace) ?? new Map<string, unknown>()
    spaces.set(namespace, known)
    return known
  }
  return {
    get: async (namespace, key) => spaceOf(namespace).get(key),
    set: async (namespace, key, value) => void spaceOf(namespace).set(key, copyOf(value)),
    delete: async (namespace, key) => spaceOf(namespace).delete(key),
    async list(namespace, prefix, limit) {
      const found = [...spaceOf(namespace)]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
      return found.slice(0, limit).map(([key, value]) => ({ key, value }))
    },
  }
}

/** Values are stored as JSON. */
function copyOf(value: unknown): unknown {
  return isObject(value) || Array.isArray(value) ? JSON.parse(JSON.stringify(value)) : value
}

function memoryConversation(): Effects['memory'] {
  const kept = new Map<string, readonly RememberedMessage[]>()
  return {
    async remember(scope, messages, max) {
      const all = [...(kept.get(scope) ?? []), ...messages]
      kept.set(scope, all)
      return all.slice(-max)
    },
  }
}
