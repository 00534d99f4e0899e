/** The names in an expression: inputs, other nodes, the launch and the execution. */

import type { TextPart } from '../expressions/expression-text.ts'
import { type NodeReference, nodeReferences, plainPath, SCOPE_NAMES } from '../expressions/references.ts'
import { expressionSetting } from '../expressions/setting-schema.ts'
import { isDisabled } from '../workflow/disabled.ts'
import { nameOf, short } from '../workflow/workflow.ts'
import { type ExpressionPlace, type Where, whereIn } from './expression-place.ts'
import type { ExpressionName } from './node-rules.ts'
import type { Order } from './nodes-before.ts'
import { problem, type ValidationProblem } from './problem.ts'
import type { ResolvedNode } from './resolved-graph.ts'

type SourcePart = Exclude<TextPart, string>

export function* referenceProblems(part: SourcePart, place: ExpressionPlace): Iterable<ValidationProblem> {
  for (const reference of nodeReferences(part.source)) {
    const wrong = nodeProblem(reference, place, whereIn(place, part.position + reference.start))
    if (wrong !== undefined) yield wrong
  }
  for (const name of namesIn(part.source, place)) {
    const wrong = nameProblem(name, place, whereIn(place, part.position + name.position))
    if (wrong !== undefined) yield wrong
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

function nameProblem({ path }: ExpressionName, place: ExpressionPlace, where: Where): ValidationProblem | undefined {
  const [name = '', key] = path
  const { resolved } = place
  const fact = FACTS[name]
  if (fact !== undefined && key !== undefined && key !== fact)
    return problem('onlyFact', { ...where.values, name, fact }, where.place)
  if (name === 'nodes' && key === undefined) return problem('nodesAlone', where.values, where.place)
  if (name === 'launch') return launchProblem(path, place, where)
  if (SCOPE.has(name)) return undefined
  const port = resolved.ports?.inputs.get(name)
  if (port === undefined || port.dataType === 'trigger' || port.dataType === 'tool') {
    const values = { ...where.values, name: short(name), names: SCOPE_NAMES.join(', ') }
    return problem('unknownName', values, where.place)
  }
  if (!isSecret(resolved, name)) return undefined
  return problem('secretName', { ...where.values, name: short(name) }, where.place)
}

/** Launch inputs may replace secret settings of a node; those are never visible. */
function launchProblem(
  [, nodeId, key]: readonly string[],
  { names }: ExpressionPlace,
  where: Where,
): ValidationProblem | undefined {
  if (nodeId === undefined || key === undefined) return undefined
  const node = names.named(nodeId).find((one) => one.node.id === nodeId)
  if (node === undefined || !isSecret(node, key)) return undefined
  return problem('secretName', { ...where.values, name: `launch.${short(nodeId)}.${short(key)}` }, where.place)
}

function isSecret({ type, config }: ResolvedNode, key: string): boolean {
  const found = type === undefined ? undefined : expressionSetting(type, key, config)
  return found?.ok === false && found.why === 'secret'
}

const ORDERS = {
  'not before': 'nodeNotBefore',
  'in another loop': 'nodeInLoop',
  'has no step': 'nodeWithoutStep',
} as const satisfies Readonly<Record<Exclude<Order, 'before'>, string>>

function nodeProblem(
  { name, path }: NodeReference,
  place: ExpressionPlace,
  { values, place: at }: Where,
): ValidationProblem | undefined {
  const { resolved, names, orderOf } = place
  const [target, other] = names.named(name)
  if (target === undefined) return problem('unknownNode', { ...values, name: short(name) }, at)
  if (other !== undefined) return problem('ambiguousNode', { ...values, name: short(name) }, at)
  const named = { ...values, other: nameOf(target.node) }
  if (isDisabled(target.node)) return problem('nodeDisabled', named, at)
  const order = target === resolved ? 'not before' : orderOf(target, resolved)
  if (order !== 'before') return problem(ORDERS[order], named, at)
  const [port] = path
  const outputs = target.ports?.outputs
  if (port === undefined || outputs === undefined || outputs.has(port)) return undefined
  return problem('nodeWithoutOutput', { ...named, port: short(port) }, at)
}
