/**
 * Expressions and templates, with equal results wherever they are evaluated: simple ones here and synchronously,
 * expressions whose work is small here and with the library, all others in the sandbox.
 */
import type { Sandbox } from '../sandbox/sandbox.ts'
import { boundedExpression } from './bounded-expression.ts'
import { NOT_SIMPLE, simpleExpression } from './simple-expression.ts'
import { simpleTemplate } from './simple-template.ts'

/** Number of parsed sources to cache: workflows use the same few again and again. */
const MAX_CACHED = 1_000
/** Longer sources are not cached, to keep the cache small. */
const MAX_CACHED_LENGTH = 2_000

type Calls = Pick<Sandbox, 'expression' | 'template'>

export interface Languages {
  readonly expression: Sandbox['expression']
  /** The value of an expression: at once if it is simple, otherwise a promise. */
  readonly evaluate: (...call: Parameters<Sandbox['expression']>) => unknown
  readonly template: Sandbox['template']
  /** The same with other calls to the sandbox. */
  over(calls: Calls): Languages
}

export function createLanguages(sandbox: Calls): Languages {
  const simpleOf = cached(simpleExpression)
  const boundedOf = cached(boundedExpression)
  const templateOf = cached(simpleTemplate)
  const over = (calls: Calls): Languages => {
    const evaluate: Languages['evaluate'] = (source, input, signal, share) => {
      const simple = simpleOf(source)
      // JSON has no undefined.
      const value = simple === undefined ? NOT_SIMPLE : (simple(input) ?? null)
      return value === NOT_SIMPLE ? notSimple(source, input, signal, share) : value
    }
    const notSimple: Sandbox['expression'] = async (source, input, signal, share) => {
      const bounded = boundedOf(source)
      const value = bounded === undefined ? NOT_SIMPLE : await bounded(input)
      signal.throwIfAborted()
      return value === NOT_SIMPLE ? calls.expression(source, input, signal, share) : value
    }
    return {
      evaluate,
      async expression(source, input, signal, share) {
        signal.throwIfAborted()
        return evaluate(source, input, signal, share)
      },
      async template(source, variables, signal, share) {
        signal.throwIfAborted()
        return templateOf(source)?.(variables) ?? calls.template(source, variables, signal, share)
      },
      over,
    }
  }
  return over(sandbox)
}

function cached<T>(read: (source: string) => T | undefined): (source: string) => T | undefined {
  const cache = new Map<string, T | undefined>()
  return (source) => {
    if (source.length > MAX_CACHED_LENGTH) return read(source)
    if (cache.has(source)) return cache.get(source)
    const result = read(source)
    for (const oldest of cache.keys()) {
      if (cache.size < MAX_CACHED) break
      cache.delete(oldest)
    }
    cache.set(source, result)
    return result
  }
}
