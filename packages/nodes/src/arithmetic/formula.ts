/**
 * Evaluates a formula: numbers, + - * / % ^, parentheses, a few functions and constants. Parsed and evaluated in one
 * pass without `eval`, because a formula may come from a model or a request. Length and nesting are limited, so that no
 * input can overflow the stack.
 *
 *   sum     = product (("+" | "-") product)*
 *   product = signed (("*" | "/" | "%") signed)*
 *   signed  = ("-" | "+") signed | power
 *   power   = atom ("^" signed)?          binds tighter than a sign before it: -2^2 is -4; 2^3^2 is 2^(3^2)
 *   atom    = number | name | name "(" sum ("," sum)* ")" | "(" sum ")"
 */
import { NodeFailure } from '@millrace/model'
import { divided, finite, remainder, squareRoot } from './exact.ts'

const MAX_LENGTH = 10_000
const MAX_DEPTH = 200

/** The value of a formula. Throws BAD_FORMULA with the position, or the arithmetic error. */
export function valueOfFormula(formula: string): number {
  if (formula.length > MAX_LENGTH) throw badFormula(`is longer than ${MAX_LENGTH} characters`)
  const reader = new Reader(formula)
  const value = reader.sum()
  reader.expectEnd()
  return value
}

const FUNCTIONS: Readonly<Record<string, { readonly arity: 1 | 'many'; of(numbers: readonly number[]): number }>> = {
  sqrt: { arity: 1, of: ([x = 0]) => squareRoot(x) },
  abs: { arity: 1, of: ([x = 0]) => Math.abs(x) },
  // Away from zero, unlike Math.round, which turns -2.5 into -2.
  round: { arity: 1, of: ([x = 0]) => Math.sign(x) * Math.round(Math.abs(x)) },
  floor: { arity: 1, of: ([x = 0]) => Math.floor(x) },
  ceil: { arity: 1, of: ([x = 0]) => Math.ceil(x) },
  min: { arity: 'many', of: (numbers) => Math.min(...numbers) },
  max: { arity: 'many', of: (numbers) => Math.max(...numbers) },
}

const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E }

const TOKEN = /\s*(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|[a-z]+|\*\*|[-+*/%^(),])/iy

/** Typographic operators and their ASCII equivalents. */
const SIGNS: Readonly<Record<string, string>> = { '×': '*', '·': '*', '÷': '/', '−': '-' }

function badFormula(why: string): NodeFailure {
  return new NodeFailure('BAD_FORMULA', `The formula ${why}.`)
}

class Reader {
  private readonly text: string
  private at = 0
  private depth = 0
  private token: string

  constructor(text: string) {
    this.text = text.replace(/[×·÷−]/g, (sign) => SIGNS[sign] ?? sign)
    this.token = this.next()
  }

  sum(): number {
    return this.nested(() => {
      let value = this.product()
      for (;;) {
        if (this.takes('+')) value = finite(value + this.product())
        else if (this.takes('-')) value = finite(value - this.product())
        else return value
      }
    })
  }

  expectEnd(): void {
    if (this.token !== '') throw this.unexpected('an operator or the end')
  }

  private product(): number {
    let value = this.signed()
    for (;;) {
      if (this.takes('*')) value = finite(value * this.signed())
      else if (this.takes('/')) value = divided(value, this.signed())
      else if (this.takes('%')) value = remainder(value, this.signed())
      else return value
    }
  }

  private signed(): number {
    return this.nested(() => {
      if (this.takes('-')) return -this.signed()
      return this.takes('+') ? this.signed() : this.power()
    })
  }

  private power(): number {
    const base = this.atom()
    return this.takes('^') || this.takes('**') ? finite(base ** this.signed()) : base
  }

  private atom(): number {
    const token = this.token
    if (this.takes('(')) {
      const value = this.sum()
      this.expect(')')
      return value
    }
    if (/^[\d.]/.test(token)) {
      this.token = this.next()
      return finite(Number(token))
    }
    if (/^[a-z]/i.test(token)) return this.named(token.toLowerCase())
    throw this.unexpected()
  }

  private named(name: string): number {
    this.token = this.next()
    const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined
    if (constant !== undefined) return constant
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (known === undefined) {
      throw badFormula(
        `contains the unknown name "${name}" (known: ${[...Object.keys(FUNCTIONS), 'pi', 'e'].join(', ')})`,
      )
    }
    this.expect('(')
    const numbers = [this.sum()]
    while (this.takes(',')) numbers.push(this.sum())
    this.expect(')')
    if (known.arity === 1 && numbers.length > 1)
      throw badFormula(`passes ${numbers.length} arguments to ${name}, which takes one`)
    return known.of(numbers)
  }

  private nested(read: () => number): number {
    this.depth++
    if (this.depth > MAX_DEPTH) throw badFormula('is nested too deeply')
    const value = read()
    this.depth--
    return value
  }

  private takes(token: string): boolean {
    if (this.token !== token) return false
    this.token = this.next()
    return true
  }

  private expect(token: string): void {
    if (!this.takes(token)) throw this.unexpected(`"${token}"`)
  }

  /** The next token; empty at the end. */
  private next(): string {
    TOKEN.lastIndex = this.at
    const [found, token = ''] = TOKEN.exec(this.text) ?? []
    if (found === undefined) {
      const rest = this.text.slice(this.at).trimStart()
      if (rest !== '') throw badFormula(`contains the unexpected character "${[...rest][0]}"`)
      return ''
    }
    this.at += found.length
    return token
  }

  private unexpected(wanted = 'a number'): NodeFailure {
    const what = this.token === '' ? 'ends' : `has "${this.token}" before character ${this.at + 1}`
    return badFormula(`${what} where ${wanted} is expected`)
  }
}
