/** Finds visible words in the sources that are not in the catalogue, by parsing the sources. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

interface SyntaxNode {
  readonly type: string
  readonly [key: string]: unknown
}

const SOURCES = fileURLToPath(new URL('../../', import.meta.url))
/** The texts themselves, and templates, which are documents. */
const EXCLUDED = [/^i18n\//, /^home\/templates\//, /\.test\.tsx?$/, /\/testing\//, /\.d\.ts$/]
/** Attributes and fields whose value is visible or read by screen readers. */
const SHOWN = /^(aria-label|aria-description|title|placeholder|alt|label|hint|text|message|data-tip|tip)$/
const WORD = /\p{L}{2,}/u
/** Names of icons, classes and types, and other technical strings. */
const IS_CODE = /^(mdi:|mr-|[a-z0-9_./:#-]*$)/

/** All words with their files. */
export function wordsInSources(): string[] {
  return sourceFiles().flatMap((file) => {
    const program = parseAst(readFileSync(join(SOURCES, file), 'utf8'), {
      lang: file.endsWith('x') ? 'tsx' : 'ts',
    }) as unknown as SyntaxNode
    return wordsBelow(program).map((word) => `${file}: ${word}`)
  })
}

function sourceFiles(): readonly string[] {
  return readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(SOURCES, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !EXCLUDED.some((pattern) => pattern.test(file)))
}

function wordsBelow(node: SyntaxNode): string[] {
  return [...shownWords(node), ...childrenOf(node).flatMap(wordsBelow)]
}

function shownWords(node: SyntaxNode): string[] {
  if (node.type === 'JSXText') return wordsIn(String(node.value))
  if (node.type === 'JSXAttribute') {
    const { name, value } = node as unknown as { name: SyntaxNode; value: SyntaxNode | null }
    return SHOWN.test(String(name.name)) ? literals(value) : []
  }
  if (node.type === 'Property' && node.computed !== true) {
    const { key, value } = node as unknown as { key: SyntaxNode; value: SyntaxNode }
    return SHOWN.test(String(key.name ?? key.value)) ? literals(value) : []
  }
  if (node.type === 'JSXExpressionContainer') return literals(node.expression as SyntaxNode, true)
  return []
}

/** Words of a literal, of the branches of a conditional, and of the static parts of a template. */
function literals(node: SyntaxNode | null, isChild = false): string[] {
  if (node === null) return []
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? wordsIn(node.value) : []
    case 'TemplateLiteral':
      return (node.quasis as { value: { raw: string } }[]).flatMap(({ value }) => wordsIn(value.raw))
    case 'ConditionalExpression':
      return [...literals(node.consequent as SyntaxNode, isChild), ...literals(node.alternate as SyntaxNode, isChild)]
    case 'LogicalExpression':
      return literals(node.right as SyntaxNode, isChild)
    case 'JSXExpressionContainer':
      return isChild ? [] : literals(node.expression as SyntaxNode)
    default:
      return []
  }
}

function wordsIn(text: string): string[] {
  const words = text.trim()
  return WORD.test(words) && !IS_CODE.test(words) ? [words] : []
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}
