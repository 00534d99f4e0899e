/** The names in an expression: inputs, other nodes, the launch and the execution. */
import type { TextPart } from '../expressions/expression-text.ts'
import { type NodeReference, nodeReferences, plainPath, SCOPE_NAMES } from '../expressions/references.ts'
import { expressionSetting } from '../expressions/setting-schema.ts'
import { nameOf, short } from '../workflow/workflow.ts'
import { at, type ExpressionPlace } from './expression-place.ts'
import type { ExpressionName } from './node-rules.ts'
import type { Order } from './nodes-before.ts'
import type { ValidationProblem } from './problem.ts'
import type { ResolvedNode } from './resolved-graph.ts'

type SourcePart = Exclude<TextPart, string>

export function* referenceProblems(part: SourcePart, place: ExpressionPlace): Iterable<ValidationProblem> {
  for (const reference of nodeReferences(part.source)) {
    const wrong = nodeProblem(reference, place)
    if (wrong !== undefined) yield at(place, 'EXPRESSION_REFERENCE', wrong, part.position + reference.start)
  }
  for (const name of namesIn(part.source, place)) {
    const wrong = nameProblem(name, place)
    if (wrong !== undefined) yield at(place, 'EXPRESSION_REFERENCE', wrong, part.position + name.position)
  }
}

/** The paths of a source. Without a parser, only those of a source that is a path itself. */
function namesIn(source: string, { languages }: ExpressionPlace): readonly ExpressionName[] {
  const known = languages.expressionNames?.(source)
  if (known !== undefined) return known
  const path = plainPath(source)
  return path === undefined ? [] : [{ path, position: source.length - source.trimStart().length }]
}

const SCOPE = new Set<string>(SCOPE_NAMES)
const FACTS: Readonly<Record<string, string | undefined>> = { execution: 'id', workflow: 'name' }

function nameProblem({ path }: ExpressionName, place: ExpressionPlace): string | undefined {
  const [name = '', key] = path
  const { resolved } = place
  const fact = FACTS[name]
  if (fact !== undefined && key !== undefined && key !== fact) return `"${name}" has only "${fact}"`
  if (name === 'nodes' && key === undefined) return '"nodes" must be followed by the id or label of a node'
  if (name === 'launch') return launchProblem(path, place)
  if (SCOPE.has(name)) return undefined
  const port = resolved.ports?.inputs.get(name)
  if (port === undefined || port.dataType === 'trigger' || port.dataType === 'tool') {
    return `"${short(name)}" is not an input of the node, nor one of ${SCOPE_NAMES.join(', ')}`
  }
  return isSecret(resolved, name) ? `"${short(name)}" is a secret` : undefined
}

/** Launch inputs may replace secret settings of a node; those are never visible. */
function launchProblem([, nodeId, key]: readonly string[], { names }: ExpressionPlace): string | undefined {
  if (nodeId === undefined || key === undefined) return undefined
  const node = names.named(nodeId).find((one) => one.node.id === nodeId)
  return node !== undefined && isSecret(node, key) ? `"launch.${short(nodeId)}.${short(key)}" is a secret` : undefined
}

function isSecret({ type, config }: ResolvedNode, key: string): boolean {
  const found = type === undefined ? undefined : expressionSetting(type, key, config)
  return found?.ok === false && found.why === 'secret'
}

const ORDERS: Readonly<Record<Exclude<Order, 'before'>, string>> = {
  'not before': 'does not always run before this node',
  'in another loop': 'runs in a loop that this node is not part of; use the results of the loop',
  'has no step': 'has no result of its own',
}

function nodeProblem({ name, path }: NodeReference, place: ExpressionPlace): string | undefined {
  const { resolved, names, orderOf } = place
  const [target, other] = names.named(name)
  if (target === undefined) return `there is no node with the id or label "${short(name)}"`
  if (other !== undefined) return `several nodes have the label "${short(name)}"; use the id of one of them`
  const order = target === resolved ? 'not before' : orderOf(target, resolved)
  if (order !== 'before') return `node ${nameOf(target.node)} ${ORDERS[order]}`
  const [port] = path
  const outputs = target.ports?.outputs
  if (port === undefined || outputs === undefined || outputs.has(port)) return undefined
  return `node ${nameOf(target.node)} has no output "${short(port)}"`
}
