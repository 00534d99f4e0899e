/** The texts of a file that people read: comments, test titles, other sentences in strings, and lines of docs pages. */
import { parseSync } from 'oxc-parser'
import type { Place } from './rules.ts'

export interface ProseText {
  readonly line: number
  readonly place: Place
  readonly text: string
}

export function textsOf(path: string, source: string): ProseText[] {
  if (path.endsWith('.md')) return pageLines(source)
  if (path.endsWith('.css')) return cssComments(source)
  return codeTexts(path, source)
}

function pageLines(source: string): ProseText[] {
  let fence: string | undefined
  return source.split('\n').flatMap((text, at) => {
    const mark = /^\s*(```+|~~~+)/.exec(text)?.[1]
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence
    return fence !== undefined || mark !== undefined
      ? []
      : [{ line: at + 1, place: 'page' as const, text: text.replace(/`[^`]*`/g, '``') }]
  })
}

function cssComments(source: string): ProseText[] {
  const lineAt = linesOf(source)
  return [...source.matchAll(/\/\*[\s\S]*?\*\//g)].flatMap(({ 0: text, index }) => commentLines(text, lineAt(index)))
}

function codeTexts(path: string, source: string): ProseText[] {
  const { program, comments } = parseSync(path, source)
  const lineAt = linesOf(source)
  const texts = comments.flatMap(({ value, start }) => commentLines(value, lineAt(start)))
  const titles = new Set<unknown>()
  visit(program, (node) => {
    if (isTestCall(node)) titles.add(node.arguments[0])
    const text = sentenceIn(node)
    if (text !== undefined) texts.push({ line: lineAt(node.start), place: titles.has(node) ? 'title' : 'string', text })
  })
  return texts
}

interface AnyNode {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as AnyNode).type === 'string'

function visit(node: unknown, seen: (node: AnyNode) => void): void {
  if (Array.isArray(node)) for (const part of node) visit(part, seen)
  else if (isNode(node)) {
    seen(node)
    for (const key of Object.keys(node)) if (key !== 'parent') visit(node[key], seen)
  }
}

function isTestCall(node: AnyNode): node is AnyNode & { arguments: readonly unknown[] } {
  if (node.type !== 'CallExpression' || !Array.isArray(node.arguments)) return false
  let callee = node.callee
  while (isNode(callee) && callee.type !== 'Identifier')
    callee = callee.type === 'MemberExpression' ? callee.object : callee.callee
  return isNode(callee) && /^(?:it|test|describe)$/.test(String(callee.name))
}

/** A string of three words or more; shorter ones are identifiers, keys and values. */
function sentenceIn(node: AnyNode): string | undefined {
  const text =
    node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : node.type === 'TemplateElement'
        ? String((node.value as { cooked?: unknown }).cooked ?? '')
        : node.type === 'JSXText'
          ? String(node.value)
          : undefined
  return text !== undefined && /\p{L}+[ \n]+\S+[ \n]+\S+/u.test(text) ? text : undefined
}

function commentLines(text: string, first: number): ProseText[] {
  return text
    .split('\n')
    .map((line, at) => ({ line: first + at, place: 'comment' as const, text: line.replace(/`[^`]*`/g, '``') }))
    .filter(({ text }) => /\p{L}/u.test(text))
}

/** A function that returns the line of an offset, by binary search. */
function linesOf(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
