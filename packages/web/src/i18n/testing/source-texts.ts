/** What the sources of the page say about texts, found in their syntax: texts that are read, and words written in place. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

export interface TextRead {
  readonly file: string
  /** From the catalogue down: `ui`, `close`. */
  readonly path: readonly string[]
  /** It is read when the module is loaded, and not when something is drawn. */
  readonly isAtLoad: boolean
}

export interface SourceTexts {
  readonly reads: readonly TextRead[]
  /** Words that people see and that no catalogue has, with their file. */
  readonly words: readonly string[]
}

interface SyntaxNode {
  readonly type: string
  readonly [key: string]: unknown
}

const SOURCES = fileURLToPath(new URL('../../', import.meta.url))
/** Texts themselves; and templates, which are documents that people take over. */
const LEFT_OUT = [/^i18n\//, /^home\/templates\//, /\.test\.tsx?$/, /\/testing\//, /\.d\.ts$/]
/** Attributes and fields whose value is shown or read aloud. */
const SHOWN = /^(aria-label|aria-description|title|placeholder|alt|label|hint|text|message|data-tip|tip)$/
const WORD = /\p{L}{2,}/u
/** Names of icons, classes, types, and what programs read. */
const IS_CODE = /^(mdi:|mr-|[a-z0-9_./:#-]*$)/

export function sourceTexts(): SourceTexts {
  const reads: TextRead[] = []
  const words: string[] = []
  for (const file of sourceFiles()) {
    const program = parseAst(readFileSync(join(SOURCES, file), 'utf8'), {
      lang: file.endsWith('x') ? 'tsx' : 'ts',
    }) as unknown as SyntaxNode
    look(program, { file, reads, words, isAtLoad: true, parts: partsIn(program) })
  }
  return { reads, words }
}

function sourceFiles(): readonly string[] {
  return readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(SOURCES, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !LEFT_OUT.some((pattern) => pattern.test(file)))
}

interface Looking {
  readonly file: string
  readonly reads: TextRead[]
  readonly words: string[]
  readonly isAtLoad: boolean
  /** Parts of the catalogue that a file has a short name for, and `t` itself. */
  readonly parts: ReadonlyMap<string, readonly string[]>
}

/** `const text = t.editor.actions` at the top of a file. */
function partsIn(program: SyntaxNode): Looking['parts'] {
  const parts = new Map<string, readonly string[]>([['t', []]])
  for (const statement of program.body as SyntaxNode[]) {
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declarations as { id: SyntaxNode; init: SyntaxNode | null }[]) {
      const path = init === null ? undefined : textPath(init, parts)
      if (path !== undefined && id.type === 'Identifier') parts.set(String(id.name), path)
    }
  }
  return parts
}

function look(node: SyntaxNode, at: Looking): void {
  const path = textPath(node, at.parts)
  if (path !== undefined) {
    at.reads.push({ file: at.file, path, isAtLoad: at.isAtLoad })
    return
  }
  for (const word of shownWords(node)) at.words.push(`${at.file}: ${word}`)
  const inner = /Function/.test(node.type) ? { ...at, isAtLoad: false } : at
  for (const child of childrenOf(node)) look(child, inner)
}

/** `t.ui.close` as a path; undefined for anything else. */
function textPath(node: SyntaxNode, parts: Looking['parts']): readonly string[] | undefined {
  if (node.type !== 'MemberExpression' || node.computed === true) return undefined
  const { object, property } = node as unknown as { object: SyntaxNode; property: SyntaxNode }
  const name = String(property.name)
  const before = object.type === 'Identifier' ? parts.get(String(object.name)) : textPath(object, parts)
  return before && [...before, name]
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

/** Words of a literal, of the branches of a choice, and between the values of a template. */
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
  const said = text.trim()
  return WORD.test(said) && !IS_CODE.test(said) ? [said] : []
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}
