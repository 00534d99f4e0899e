/** Paths to values as they are written in expressions (JSONata). Pure. */
import { type Graph, machineNameOf, titleOf, type WorkflowNode, writtenName } from '@millrace/model'

/** The type of the drag data of a value; its content is an expression without braces. */
export const EXPRESSION_DRAG_TYPE = 'application/x-millrace-expression'

/** One step into a value: a key of an object or an index of a list. */
export type PathStep = string | number

/** The path of a value below a start, for example `nodes.fetch.body.items[0].id`. */
export function expressionPath(start: string, steps: readonly PathStep[]): string {
  let path = start
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`
    else path += path === '' ? writtenName(step) : `.${writtenName(step)}`
  }
  return path
}

/** The references to all nodes by id: by the label of the node if that is unambiguous, else by its id. */
export function nodeReferences({ nodes }: Pick<Graph, 'nodes'>): ReadonlyMap<string, string> {
  const names = nodes.map((node) => ({ id: node.id, name: labelName(node) }))
  const uses = new Map<string, number>()
  for (const { id, name } of names) for (const one of new Set([id, name])) uses.set(one, (uses.get(one) ?? 0) + 1)
  return new Map(names.map(({ id, name }) => [id, `nodes.${writtenName(uses.get(name) === 1 ? name : id)}`]))
}

function labelName(node: WorkflowNode): string {
  const title = titleOf(node)
  return title === '' ? node.id : machineNameOf(title)
}
