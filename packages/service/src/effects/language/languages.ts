/** Expressions and templates: the simple ones at once and here, the rest in the sandbox. Both give the same. */
import type { Sandbox } from '../sandbox/sandbox.ts'
import { NOT_SIMPLE, simpleExpression } from './simple-expression.ts'
import { simpleTemplate } from './simple-template.ts'

/** Texts come from workflows, so the same few are met again and again. */
const REMEMBERED = 1_000
/** Longer ones are read anew, so that what is remembered stays small. */
const MAX_REMEMBERED_LENGTH = 2_000

export interface Languages {
  expression: Sandbox['expression']
  template: Sandbox['template']
}

export function createLanguages(sandbox: Pick<Sandbox, 'expression' | 'template'>): Languages {
  const expressionOf = remembered(simpleExpression)
  const templateOf = remembered(simpleTemplate)
  return {
    async expression(source, input, signal, share) {
      signal.throwIfAborted()
      const simple = expressionOf(source)
      const value = simple === undefined ? NOT_SIMPLE : simple(input)
      // JSON has no word for nothing but null.
      return value === NOT_SIMPLE ? sandbox.expression(source, input, signal, share) : (value ?? null)
    },
    async template(source, variables, signal, share) {
      signal.throwIfAborted()
      return templateOf(source)?.(variables) ?? sandbox.template(source, variables, signal, share)
    },
  }
}

function remembered<T>(read: (source: string) => T | undefined): (source: string) => T | undefined {
  const known = new Map<string, T | undefined>()
  return (source) => {
    if (source.length > MAX_REMEMBERED_LENGTH) return read(source)
    if (known.has(source)) return known.get(source)
    const result = read(source)
    for (const oldest of known.keys()) {
      if (known.size < REMEMBERED) break
      known.delete(oldest)
    }
    known.set(source, result)
    return result
  }
}
