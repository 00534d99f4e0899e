/** Expressions and templates: simple ones are evaluated here synchronously, others in the sandbox, with equal results. */
import type { Sandbox } from '../sandbox/sandbox.ts'
import { NOT_SIMPLE, simpleExpression } from './simple-expression.ts'
import { simpleTemplate } from './simple-template.ts'

/** Number of parsed sources to cache: workflows use the same few again and again. */
const MAX_CACHED = 1_000
/** Longer sources are not cached, to keep the cache small. */
const MAX_CACHED_LENGTH = 2_000

export interface Languages {
  expression: Sandbox['expression']
  /** The value of a simple expression; `NOT_SIMPLE` if it has to be evaluated in the sandbox. */
  simple(source: string, input: unknown): unknown
  template: Sandbox['template']
}

export function createLanguages(sandbox: Pick<Sandbox, 'expression' | 'template'>): Languages {
  const expressionOf = cached(simpleExpression)
  const templateOf = cached(simpleTemplate)
  const simple = (source: string, input: unknown): unknown => {
    const evaluate = expressionOf(source)
    // JSON has no undefined.
    return evaluate === undefined ? NOT_SIMPLE : (evaluate(input) ?? null)
  }
  return {
    simple,
    async expression(source, input, signal, share) {
      signal.throwIfAborted()
      const value = simple(source, input)
      return value === NOT_SIMPLE ? sandbox.expression(source, input, signal, share) : value
    },
    async template(source, variables, signal, share) {
      signal.throwIfAborted()
      return templateOf(source)?.(variables) ?? sandbox.template(source, variables, signal, share)
    },
  }
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
