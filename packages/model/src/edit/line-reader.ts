/** Reads one line of the DSL, word by word. Every step is linear. */
import type { Point } from '../geometry.ts'
import type { PortRef } from '../ports/handle.ts'
import { refuse } from './edit-problem.ts'
import { quotedAt } from './identifiers.ts'

const BLANK = /\s/
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** The number that a text represents, or undefined. */
export function numberIn(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : undefined
  return Number.isFinite(value) ? value : undefined
}

/** A line and the current position in it. */
export class LineReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isDone(): boolean {
    this.#skipBlanks()
    return this.#at >= this.#text.length
  }

  /** The next word; `what` is what the error message expects here. */
  word(what: string): string {
    if (this.isDone) return refuse('PARSE_ERROR', `${what} is missing`)
    return this.#part(false)
  }

  /** All remaining words. */
  words(): string[] {
    const words: string[] = []
    while (!this.isDone) words.push(this.#part(false))
    return words
  }

  /** Skips the next word if it is this one, ignoring case. */
  skip(keyword: string): boolean {
    const before = this.#at
    if (!this.isDone && this.#part(false).toLowerCase() === keyword) return true
    this.#at = before
    return false
  }

  /** A node id, and the text after its first colon if there is one. */
  nodeAndMore(what: string): { node: string; more: string | undefined } {
    if (this.isDone) return refuse('PARSE_ERROR', `${what} is missing`)
    const node = this.#part(true)
    if (this.#text[this.#at] !== ':') return { node, more: undefined }
    this.#at++
    return { node, more: this.#hasWordHere() ? this.#part(false) : '' }
  }

  /** `node:port`. */
  ref(what: string): PortRef {
    const { node, more } = this.nodeAndMore(what)
    if (more === undefined || more === '') {
      return refuse('PARSE_ERROR', `${what} is written <node>:<port>, "${node}" is not`)
    }
    return { node, port: more }
  }

  /** `x,y` up to the end of the line; blanks around the comma are allowed. */
  point(): Point {
    const text = this.words().join('')
    return pointIn(text) ?? refuse('PARSE_ERROR', `a position is written x,y, "${text}" is not`)
  }

  /** The rest of the line, unchanged. */
  rest(): string {
    const rest = this.#text.slice(this.#at).trim()
    this.#at = this.#text.length
    return rest
  }

  /** Rejects any remaining text. */
  end(): void {
    if (!this.isDone) refuse('PARSE_ERROR', `"${this.rest()}" is unexpected here`)
  }

  #skipBlanks(): void {
    while (this.#hasBlankHere()) this.#at++
  }

  #hasBlankHere(): boolean {
    const letter = this.#text[this.#at]
    return letter !== undefined && BLANK.test(letter)
  }

  #hasWordHere(): boolean {
    return this.#at < this.#text.length && !this.#hasBlankHere()
  }

  #part(untilColon: boolean): string {
    const quoted = quotedAt(this.#text, this.#at)
    const after = quoted && this.#text[quoted.end]
    if (quoted && (after === undefined || BLANK.test(after) || (untilColon && after === ':'))) {
      this.#at = quoted.end
      return quoted.value
    }
    const start = this.#at
    while (this.#hasWordHere() && !(untilColon && this.#text[this.#at] === ':')) this.#at++
    return this.#text.slice(start, this.#at)
  }
}

/** The position of a text `x,y`, or undefined. */
export function pointIn(text: string): Point | undefined {
  const [first, second, ...more] = text.split(',')
  const x = numberIn(first ?? '')
  const y = numberIn(second ?? '')
  return x === undefined || y === undefined || more.length > 0 ? undefined : { x, y }
}

export function pointText({ x, y }: Point): string {
  return `${x},${y}`
}
