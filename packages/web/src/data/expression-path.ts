/** Paths to values as they are written in expressions (JSONata). Pure. */
import { type Graph, machineNameOf, titleOf, type WorkflowNode } from '@millrace/model'

/** The type of the drag data of a value; its content is an expression without braces. */
export const EXPRESSION_DRAG_TYPE = 'application/x-millrace-expression'

/** One step into a value: a key of an object or an index of a list. */
export type PathStep = string | number

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Operators of the language cannot be plain names. */
const RESERVED = new Set(['and', 'or', 'in', 'true', 'false', 'null', 'function'])

/** The path of a value below a start, for example `nodes.fetch.body.items[0].id`. */
export function expressionPath(start: string, steps: readonly PathStep[]): string {
  let path = start
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`
    else path += path === '' ? quotedName(step) : `.${quotedName(step)}`
  }
  return path
}

/** A name in an expression; names with other characters are quoted. */
export function quotedName(name: string): string {
  return PLAIN_NAME.test(name) && !RESERVED.has(name) ? name : `\`${name.replaceAll('`', '')}\``
}

/** The references to all nodes by id: by the label of the node if that is unambiguous, else by its id. */
export function nodeReferences({ nodes }: Pick<Graph, 'nodes'>): ReadonlyMap<string, string> {
  const names = nodes.map((node) => ({ id: node.id, name: labelName(node) }))
  const uses = new Map<string, number>()
  for (const { id, name } of names) for (const one of new Set([id, name])) uses.set(one, (uses.get(one) ?? 0) + 1)
  return new Map(names.map(({ id, name }) => [id, `nodes.${quotedName(uses.get(name) === 1 ? name : id)}`]))
}

function labelName(node: WorkflowNode): string {
  const title = titleOf(node)
  return title === '' ? node.id : machineNameOf(title)
}
