/**
 * Evaluates the subset of JSONata that most conditions and mappings use, in linear time: paths (`a.b[0].c`), literals,
 * comparisons of the two, and `and`/`or` of those. Any other expression is not simple and runs in the sandbox; so does a
 * simple one that meets a value for which JSONata would report an error.
 *
 * Results equal those of JSONata; `simple-expression.test.ts` compares the two. If in doubt, an expression is not
 * simple: it may be slower, but never different.
 */
import { isTrue, type Step, valueAt } from './jsonata-path.ts'

/** Returns the value, or NOT_SIMPLE if it needs JSONata. */
export type SimpleExpression = (input: unknown) => unknown

export const NOT_SIMPLE = Symbol('not simple')

/** Compiles a simple expression; undefined if the text is not simple. */
export function simpleExpression(source: string): SimpleExpression | undefined {
  const tokens = tokensOf(source)
  if (tokens === undefined) return undefined
  const parser = new Parser(tokens)
  const evaluate = parser.alternatives()
  if (evaluate === undefined || !parser.isAtEnd) return undefined
  return (input) => {
    try {
      return evaluate(input)
    } catch (error) {
      if (error === NOT_SIMPLE) return NOT_SIMPLE
      throw error
    }
  }
}

type Token =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'symbol'; readonly symbol: string }

// Sticky, without nested repetition: each reads every character once.
const SPACE = /[ \t\n\r\v]*/y
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y
const QUOTED_NAME = /`([^`]*)`/y
const TEXT = /"([^"\\]*)"|'([^'\\]*)'/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y
const SYMBOL = /!=|<=|>=|[=<>.[\]]/y
/** What may follow a word or number without changing its meaning. */
const BOUNDARY = /(?=[ \t\n\r\v=<>.[\]!]|$)/y

const VALUES: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

function tokensOf(source: string): Token[] | undefined {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match !== null) at += match[0].length
    return match
  }
  for (take(SPACE); at < source.length; take(SPACE)) {
    const token = tokenAt(take)
    if (token === undefined) return undefined
    tokens.push(token)
  }
  return tokens
}

function tokenAt(take: (pattern: RegExp) => RegExpExecArray | null): Token | undefined {
  const word = take(WORD)?.[0]
  if (word !== undefined) {
    if (take(BOUNDARY) === null) return undefined
    if (word === 'and' || word === 'or') return { kind: 'symbol', symbol: word }
    // Keywords that are names only in some positions, or never.
    if (word === 'in' || word === 'function') return undefined
    const value = VALUES.get(word)
    return value === undefined ? { kind: 'name', name: word } : { kind: 'literal', value }
  }
  const number = take(NUMBER)?.[0]
  if (number !== undefined) {
    const value = Number(number)
    // JSON has neither minus zero nor infinity.
    const isPlain = Number.isFinite(value) && !Object.is(value, -0)
    return isPlain && take(BOUNDARY) !== null ? { kind: 'literal', value } : undefined
  }
  const quoted = take(QUOTED_NAME)?.[1]
  if (quoted !== undefined) return { kind: 'name', name: quoted }
  const text = take(TEXT)
  if (text !== null) return { kind: 'literal', value: text[1] ?? text[2] ?? '' }
  const symbol = take(SYMBOL)?.[0]
  return symbol === undefined ? undefined : { kind: 'symbol', symbol }
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  alternatives(): SimpleExpression | undefined {
    return this.#chain('or', () => this.#chain('and', () => this.#comparison()))
  }

  #chain(word: 'and' | 'or', next: () => SimpleExpression | undefined): SimpleExpression | undefined {
    const parts: (SimpleExpression | undefined)[] = [next()]
    while (this.#takesSymbol(word)) parts.push(next())
    const all = parts.filter((part) => part !== undefined)
    if (all.length < parts.length) return undefined
    if (all.length === 1) return all[0]
    return word === 'or'
      ? (input) => all.some((part) => isTrue(part(input)))
      : (input) => all.every((part) => isTrue(part(input)))
  }

  #comparison(): SimpleExpression | undefined {
    const left = this.#operand()
    if (left === undefined) return undefined
    const compare = Object.entries(COMPARE).find(([symbol]) => this.#takesSymbol(symbol))?.[1]
    if (compare === undefined) return left
    const right = this.#operand()
    return right && ((input) => compare(left(input), right(input)))
  }

  #operand(): SimpleExpression | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind === 'literal') {
      this.#at++
      return () => token.value
    }
    const steps: Step[] = []
    do {
      const step = this.#step()
      if (step === undefined) return undefined
      steps.push(step)
    } while (this.#takesSymbol('.'))
    return (input) => valueAt(steps, input)
  }

  #step(): Step | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'name') return undefined
    this.#at++
    const positions: number[] = []
    while (this.#takesSymbol('[')) {
      const position = this.#tokens[this.#at++]
      if (position?.kind !== 'literal' || typeof position.value !== 'number' || !this.#takesSymbol(']'))
        return undefined
      positions.push(Math.floor(position.value))
    }
    return { name: token.name, positions }
  }

  #takesSymbol(symbol: string): boolean {
    const token = this.#tokens[this.#at]
    const isThere = token?.kind === 'symbol' && token.symbol === symbol
    if (isThere) this.#at++
    return isThere
  }
}

/** The order does not matter: symbols are whole tokens. */
const COMPARE: Readonly<Record<string, (left: unknown, right: unknown) => unknown>> = {
  '=': (left, right) => left !== undefined && right !== undefined && isSame(left, right),
  '!=': (left, right) => left !== undefined && right !== undefined && !isSame(left, right),
  '<': ordered((left, right) => left < right),
  '<=': ordered((left, right) => left <= right),
  '>': ordered((left, right) => left > right),
  '>=': ordered((left, right) => left >= right),
}

function isSame(left: unknown, right: unknown): boolean {
  const areBothComposite = typeof left === 'object' && typeof right === 'object' && left !== null && right !== null
  if (areBothComposite && left !== right) throw NOT_SIMPLE
  return left === right
}

type Ordinal = string | number

function ordered(isSo: (left: Ordinal, right: Ordinal) => boolean): (left: unknown, right: unknown) => unknown {
  return (left, right) => {
    if (!isOrdinal(left) || !isOrdinal(right)) throw NOT_SIMPLE
    if (left === undefined || right === undefined) return undefined
    if (typeof left !== typeof right) throw NOT_SIMPLE
    return isSo(left, right)
  }
}

function isOrdinal(value: unknown): value is Ordinal | undefined {
  return value === undefined || typeof value === 'string' || typeof value === 'number'
}
