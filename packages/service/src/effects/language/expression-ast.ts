/** The syntax trees of JSONata expressions, restricted to the kinds of parts that have a bound. */
import { isObject } from '@millrace/model'

export type Ast = Readonly<Record<string, unknown>>

/** `?:` and `??` repeat a part in the tree, so a short text may have a huge tree. */
const MAX_PARTS = 400

const EVERYWHERE = ['type', 'value', 'position', 'predicate', 'stages', 'group', 'keepArray']
const known = (...members: string[]): ReadonlySet<string> => new Set([...EVERYWHERE, ...members])

/** The members of each kind of part. A part with any other member has a meaning that is not known here. */
const MEMBERS: ReadonlyMap<unknown, ReadonlySet<string>> = new Map([
  ['path', known('steps', 'keepSingletonArray')],
  ...['name', 'string', 'number', 'value', 'variable'].map((type) => [type, known()] as const),
  ['binary', known('lhs', 'rhs')],
  ['unary', known('expression', 'expressions', 'lhs', 'consarray')],
  ['condition', known('condition', 'then', 'else')],
  ['block', known('expressions', 'consarray')],
  ['bind', known('lhs', 'rhs')],
  ['function', known('arguments', 'procedure')],
  ['filter', new Set(['type', 'expr', 'position'])],
  // A group has no type.
  [undefined, new Set(['lhs', 'position'])],
])

/** A copy that consists of known members; undefined if there are others, or too many parts. */
export function plainAst(ast: unknown): Ast | undefined {
  let parts = 0
  const copied = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copied)
    if (!isObject(value)) return value
    const members = MEMBERS.get(value.type)
    if (members === undefined || ++parts > MAX_PARTS) throw UNKNOWN
    const copy: Record<string, unknown> = {}
    for (const member of Object.keys(value)) {
      if (value[member] === undefined) continue
      if (!members.has(member)) throw UNKNOWN
      copy[member] = copied(value[member])
    }
    return copy
  }
  try {
    const copy = copied(ast)
    return isObject(copy) ? copy : undefined
  } catch (error) {
    if (error === UNKNOWN) return undefined
    throw error
  }
}

const UNKNOWN = Symbol('unknown')
