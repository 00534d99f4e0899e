/** The names that the source of an expression uses, found without parsing it. */
import { type Token, tokensIn } from './lexer.ts'

/** Names that every expression can use in addition to the inputs of its node. They win over inputs of the same name. */
export const SCOPE_NAMES = ['nodes', 'launch', 'execution', 'workflow', 'now'] as const
export type ScopeName = (typeof SCOPE_NAMES)[number]

/** A use of `nodes.<name>`. */
export interface NodeReference {
  readonly name: string
  /** The names after it, as far as they are written out: the output, then keys of its value. */
  readonly path: readonly string[]
  /** Where the name starts and ends in the source, backticks included. */
  readonly start: number
  readonly end: number
}

/**
 * Every use of `nodes.<name>` in a source. May find more than the language would evaluate, such as a key called `nodes`
 * of another value; never fewer.
 */
export function nodeReferences(source: string): NodeReference[] {
  const tokens = [...tokensIn(source)]
  return tokens.flatMap((token, at) => {
    const isNodes = token.kind === 'name' && token.text === 'nodes' && !isDot(tokens[at - 1], tokens[at - 2])
    const name = isNodes && isSymbol(tokens[at + 1], '.') ? tokens[at + 2] : undefined
    if (name?.kind !== 'name') return []
    return [{ name: name.text, path: namesAfter(tokens, at + 3), start: name.start, end: name.end }]
  })
}

/** The names of a source that is only a path, such as `body.id` or `nodes.fetch.json`; undefined for anything else. */
export function plainPath(source: string): readonly string[] | undefined {
  const tokens = [...tokensIn(source)]
  const [first] = tokens
  if (first?.kind !== 'name' || tokens.at(-1)?.end !== source.trimEnd().length) return undefined
  const names = [first.text, ...namesAfter(tokens, 1)]
  return tokens.length === names.length * 2 - 1 ? names : undefined
}

/** The first names of a source: every name that is not the key of another value. May find more than there are. */
export function firstNames(source: string): Set<string> {
  const names = new Set<string>()
  let previous: Token | undefined
  let before: Token | undefined
  for (const token of tokensIn(source)) {
    if (token.kind === 'name' && !isDot(previous, before)) names.add(token.text)
    before = previous
    previous = token
  }
  return names
}

/** True if a source may use the scope without naming what it uses: `$`, `$$`, wildcards and parents. */
export function usesWholeScope(source: string): boolean {
  let isPrefix = true
  for (const { kind, text } of tokensIn(source)) {
    if (kind === 'variable' && (text === '$' || text === '$$')) return true
    if (kind === 'symbol' && (text === '**' || (isPrefix && (text === '*' || text === '%')))) return true
    isPrefix = kind === 'symbol' && text !== ')' && text !== ']' && text !== '}'
  }
  return false
}

/** True for the dot of a path. The root, `$` or `$$`, before the dot makes the next name a first name as well. */
function isDot(token: Token | undefined, before: Token | undefined): boolean {
  if (!isSymbol(token, '.')) return false
  return !(before?.kind === 'variable' && (before.text === '$' || before.text === '$$'))
}

function namesAfter(tokens: readonly Token[], from: number): string[] {
  const names: string[] = []
  for (let at = from; isSymbol(tokens[at], '.'); at += 2) {
    const name = tokens[at + 1]
    if (name?.kind !== 'name') break
    names.push(name.text)
  }
  return names
}

function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.kind === 'symbol' && token.text === text
}

/** A name as it is written in an expression: in backticks unless it is an ordinary word. */
export function writtenName(name: string): string {
  const isWord = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name)
  return isWord ? name : `\`${name.replaceAll('`', '')}\``
}

const RESERVED = new Set(['and', 'or', 'in', 'true', 'false', 'null', 'function'])
