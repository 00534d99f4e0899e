/**
 * Finds the messages in the sources: texts of errors, of issues and of problems, with `{}` for what is inserted. Follows
 * constants, conditions and the parameters of functions, so that the parts of a message are found too.
 */
import { parseAst } from 'vite'
import type { SourceFile } from './source-files.ts'

interface SyntaxNode {
  readonly type: string
  readonly [key: string]: unknown
}

/** Classes whose arguments contain a message. */
const FAILURES =
  /^(NodeFailure|Retryable|Problem|Refusal|WorkerFailure|Unfit|UncheckablePattern|ExpressionFailure|LaunchError)$/
const MESSAGE_NAMES = new Set(['message'])
const PLACES = new Set(['NewExpression', 'Property', 'VariableDeclarator', 'CallExpression'])
const MESSAGE_FUNCTIONS = new Map([
  ['addIssue', 1],
  ['log', 1],
])

/** All messages with the files that they are in. */
export function messageTemplates(sources: readonly SourceFile[]): Map<string, string> {
  const found = new Map<string, string>()
  const functions = new Map<string, Set<number>>([...MESSAGE_FUNCTIONS].map(([name, at]) => [name, new Set([at])]))
  const files = sources.map(
    ({ path, text }) => new FileReader(path, parseAst(text, { lang: 'ts' }) as unknown as SyntaxNode),
  )
  for (let before = -1; before !== sizeOf(functions); ) {
    before = sizeOf(functions)
    for (const one of files) one.collect(found, functions)
  }
  return found
}

function sizeOf(functions: ReadonlyMap<string, ReadonlySet<number>>): number {
  return [...functions.values()].reduce((sum, { size }) => sum + size, 0)
}

/** A function around a node: its name and the names of its parameters. */
interface Scope {
  readonly name: string | undefined
  readonly parameters: readonly string[]
}

class FileReader {
  readonly #constants = new Map<string, SyntaxNode>()
  readonly #objects = new Map<string, readonly SyntaxNode[]>()
  /** The nodes that may contain a message, with the functions around them. */
  readonly #places: (readonly [SyntaxNode, readonly Scope[]])[] = []
  readonly #file: string
  #found = new Map<string, string>()
  #functions = new Map<string, Set<number>>()

  constructor(file: string, program: SyntaxNode) {
    this.#file = file
    this.#visit(program, [])
  }

  collect(found: Map<string, string>, functions: Map<string, Set<number>>): void {
    this.#found = found
    this.#functions = functions
    for (const [node, scopes] of this.#places) this.#look(node, scopes)
  }

  /** Constants of the file by name. Two of the same name are both kept as a condition would be. */
  #declare(node: SyntaxNode): void {
    if (node.type === 'VariableDeclarator') {
      const { id, init } = node as unknown as { id: SyntaxNode; init: SyntaxNode | null }
      const name = String(id.name ?? '')
      const value = init === null ? undefined : plain(init)
      if (name !== '' && value !== undefined) {
        const known = this.#constants.get(name)
        this.#constants.set(
          name,
          known === undefined ? value : { type: 'ConditionalExpression', consequent: known, alternate: value },
        )
        if (value.type === 'ObjectExpression') this.#objects.set(name, valuesOf(value))
      }
    }
  }

  #visit(node: SyntaxNode, scopes: readonly Scope[]): void {
    // The examples of node types are data of their tests.
    if (node.type === 'Property' && nameOf(node.key) === 'examples') return
    const inner = isFunction(node) ? [...scopes, scopeOf(node)] : scopes
    this.#declare(node)
    if (PLACES.has(node.type)) this.#places.push([node, inner])
    for (const child of childrenOf(node)) this.#visit(named(child, node), inner)
  }

  #look(node: SyntaxNode, scopes: readonly Scope[]): void {
    if (node.type === 'NewExpression' && FAILURES.test(nameOf(node.callee))) {
      for (const part of listOf(node.arguments)) this.#add(part, scopes)
    } else if (node.type === 'Property' && MESSAGE_NAMES.has(nameOf(node.key))) {
      this.#add(node.value as SyntaxNode, scopes)
    } else if (node.type === 'VariableDeclarator' && MESSAGE_NAMES.has(nameOf(node.id)) && node.init !== null) {
      this.#add(node.init as SyntaxNode, scopes)
    } else if (node.type === 'CallExpression') {
      const name = nameOf(node.callee)
      const parameters = name === 'envelope' ? undefined : this.#functions.get(name)
      const given = listOf(node.arguments)
      for (const at of parameters ?? []) if (given[at] !== undefined) this.#add(given[at], scopes)
    }
  }

  #add(node: SyntaxNode, scopes: readonly Scope[], depth = 0): void {
    const value = plain(node)
    if (depth > 6) return
    const next = (part: unknown) => this.#add(part as SyntaxNode, scopes, depth + 1)
    switch (value.type) {
      case 'Literal':
        if (typeof value.value === 'string') this.#note(value.value)
        return
      case 'TemplateLiteral': {
        const quasis = listOf(value.quasis).map((one) => String((one.value as { cooked: string }).cooked))
        const inserted = listOf(value.expressions)
        this.#note(quasis.join('{}'))
        for (const one of inserted) next(one)
        return
      }
      case 'ConditionalExpression':
        next(value.consequent)
        next(value.alternate)
        return
      case 'LogicalExpression':
        next(value.left)
        next(value.right)
        return
      case 'BinaryExpression':
        if (value.operator === '+') this.#concatenated(value, next)
        return
      case 'MemberExpression':
        for (const one of this.#objects.get(nameOf(value.object)) ?? []) next(one)
        return
      case 'Identifier':
        this.#identifier(nameOf(value), scopes, depth)
        return
      default:
    }
  }

  #concatenated(node: SyntaxNode, next: (part: unknown) => void): void {
    const parts = partsOf(node)
    const texts = parts.map((part) => textOf(part) ?? '{}')
    this.#note(texts.join(''))
    for (const part of parts) if (textOf(part) === undefined) next(part)
  }

  /** A constant of the file, or a parameter: then the calls of its function have the message. */
  #identifier(name: string, scopes: readonly Scope[], depth: number): void {
    for (const { name: owner, parameters } of scopes.toReversed()) {
      const at = parameters.indexOf(name)
      if (at < 0) continue
      if (owner !== undefined) this.#functions.set(owner, new Set([...(this.#functions.get(owner) ?? []), at]))
      return
    }
    const known = this.#constants.get(name)
    if (known !== undefined) this.#add(known, scopes, depth + 1)
  }

  /** One word is a code, a name or a value. */
  #note(template: string): void {
    if (/\p{L}{2}/u.test(template.replaceAll('{}', '')) && / /.test(template.trim()))
      this.#found.set(template, this.#file)
  }
}

function textOf(node: SyntaxNode): string | undefined {
  const value = plain(node)
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value
  if (value.type !== 'TemplateLiteral') return undefined
  return listOf(value.quasis)
    .map((one) => String((one.value as { cooked: string }).cooked))
    .join('{}')
}

function partsOf(node: SyntaxNode): SyntaxNode[] {
  const value = plain(node)
  if (value.type !== 'BinaryExpression' || value.operator !== '+') return [value]
  return [...partsOf(value.left as SyntaxNode), ...partsOf(value.right as SyntaxNode)]
}

/** Without casts and parentheses. */
function plain(node: SyntaxNode): SyntaxNode {
  const isWrapped = /^(TS(As|Satisfies|NonNull)Expression|ParenthesizedExpression|ChainExpression)$/.test(node.type)
  return isWrapped ? plain(node.expression as SyntaxNode) : node
}

function isFunction({ type }: SyntaxNode): boolean {
  return type === 'FunctionDeclaration' || type === 'ArrowFunctionExpression' || type === 'FunctionExpression'
}

/** Gives a function the name of its variable, property or method. */
function named(child: SyntaxNode, parent: SyntaxNode): SyntaxNode {
  if (!isFunction(child) || child.id) return child
  const name = nameOf(parent.type === 'VariableDeclarator' ? parent.id : parent.key)
  return name === '' ? child : { ...child, id: { type: 'Identifier', name } }
}

function scopeOf(node: SyntaxNode): Scope {
  const parameters = listOf(node.params).map((one) => nameOf(one.type === 'AssignmentPattern' ? one.left : one))
  const name = nameOf(node.id)
  return { name: name === '' ? undefined : name, parameters }
}

function valuesOf(object: SyntaxNode): SyntaxNode[] {
  return listOf(object.properties).flatMap((one) => (one.type === 'Property' ? [one.value as SyntaxNode] : []))
}

function nameOf(node: unknown): string {
  if (typeof node !== 'object' || node === null) return ''
  const { type, name, value, property } = node as SyntaxNode
  return type === 'MemberExpression' ? nameOf(property) : String(name ?? value ?? '')
}

function listOf(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter((one) => one !== null) : []
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'parent') return []
    const list = Array.isArray(value) ? value : [value]
    return list.filter((one): one is SyntaxNode => typeof one === 'object' && one !== null && 'type' in one)
  })
}
