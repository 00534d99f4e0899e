/** Paths to values as the languages of settings write them, and what their names stand for. Pure. */
import type { LanguageScope } from '@millrace/model'
import { expressionPath, type PathStep } from './expression-path.ts'

/** JSONata, Liquid or JavaScript. */
export type PathLanguage = 'expression' | 'template' | 'code'

const STEP = /\.?(?:`([^`]*)`|([^.[\]`\s$()]+))|\[(\d+)\]/y

/** The steps of a path such as `nodes.fetch.items[0].id`; undefined for any other expression. */
export function pathSteps(path: string): PathStep[] | undefined {
  const steps: PathStep[] = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path)
    if (match === null) return undefined
    const [, quoted, name, position] = match
    steps.push(position === undefined ? (quoted ?? name ?? '') : Number(position))
  }
  return steps
}

/** A name that needs no quotes in any of the languages. */
export const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** A path in a language. `$` is the whole data of a JSONata expression. */
export function pathIn(language: PathLanguage, steps: readonly PathStep[]): string {
  if (language === 'expression') {
    const [first] = steps
    return typeof first === 'string' ? expressionPath('', steps) : `$${expressionPath('', steps)}`
  }
  return steps.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`
    if (!PLAIN_NAME.test(step)) return `${path}[${JSON.stringify(step)}]`
    return path === '' ? step : `${path}.${step}`
  }, '')
}

/** A path that starts with an input port, as the names of a scope; undefined if the scope does not contain it. */
export function stepsInScope(
  scope: LanguageScope | undefined,
  [port, ...rest]: readonly PathStep[],
): readonly PathStep[] | undefined {
  if (port === undefined) return undefined
  if (scope === undefined || scope.kind === 'inputs') return [port, ...rest]
  const isField = typeof rest[0] === 'string'
  if (scope.kind === 'placeholders') return port === scope.port && isField ? rest : [port, ...rest]
  if (port !== scope.port) return undefined
  if (scope.kind === 'value') return rest
  if (scope.kind === 'fields') return isField ? rest : ['value', ...rest]
  if (scope.kind === 'round') return ['value', ...rest]
  // The items of a list are evaluated one by one.
  const [at, ...inItem] = rest
  if (typeof at !== 'number') return undefined
  return scope.kind === 'reduce' ? ['item', ...inItem] : inItem
}
