/** Problems of settings that are expressions: where they are, how they are written, and what they refer to. */
import { parseExpressionText, type TextPart } from '../expressions/expression-text.ts'
import { readExpressions } from '../expressions/expressions.ts'
import { NodeNames } from '../expressions/node-names.ts'
import { nodeReferences } from '../expressions/references.ts'
import { expressionSetting, type NotExpressible } from '../expressions/setting-schema.ts'
import { nameOf, short } from '../workflow/workflow.ts'
import { type ExpressionPlace, whereIn } from './expression-place.ts'
import { referenceProblems } from './expression-references.ts'
import { typeProblem } from './expression-types.ts'
import type { Languages } from './node-rules.ts'
import { nodesBefore } from './nodes-before.ts'
import { problem, type ValidationProblem } from './problem.ts'
import { isAnnotation, type ResolvedGraph, type ResolvedNode } from './resolved-graph.ts'

/** All problems of the expressions of a workflow that runs. `drawn` has the disabled nodes as well. */
export function* expressionProblems(
  graph: ResolvedGraph,
  languages: Languages,
  drawn: ResolvedGraph = graph,
): Iterable<ValidationProblem> {
  const computed = graph.nodes.filter((one) => one.type !== undefined && !isAnnotation(one) && hasAny(one))
  if (computed.length === 0) return
  const names = new NodeNames(withDisabled(graph, drawn))
  const orderOf = nodesBefore(graph, referredIn(computed, names))
  for (const resolved of computed) {
    for (const [setting, text] of Object.entries(readExpressions(resolved.node))) {
      yield* settingProblems(text, { resolved, setting, names, orderOf, languages })
    }
  }
}

/** The nodes that run, and those as drawn that do not, so that a name is found although its node is disabled. */
function withDisabled(graph: ResolvedGraph, drawn: ResolvedGraph): readonly ResolvedNode[] {
  if (graph === drawn) return graph.nodes
  const running = new Map(graph.nodes.map((one) => [one.node.id, one]))
  return drawn.nodes.map((one) => running.get(one.node.id) ?? one)
}

function hasAny({ node }: ResolvedNode): boolean {
  for (const _ in readExpressions(node)) return true
  return false
}

function referredIn(computed: readonly ResolvedNode[], names: NodeNames<ResolvedNode>): Set<ResolvedNode> {
  const texts = computed.flatMap(({ node }) => Object.values(readExpressions(node)))
  const sources = texts.flatMap(sourcesIn)
  return new Set(sources.flatMap(({ source }) => nodeReferences(source).flatMap(({ name }) => names.named(name))))
}

type SourcePart = Exclude<TextPart, string>

function sourcesIn(text: string): SourcePart[] {
  const parsed = parseExpressionText(text)
  return parsed.ok ? parsed.parts.filter((part) => typeof part !== 'string') : []
}

const NOT_EXPRESSIBLE = {
  unknown: 'expressionUnknownSetting',
  'not a text': 'expressionNotText',
  secret: 'expressionSecret',
  'own language': 'expressionOwnLanguage',
  'read before the run': 'expressionReadBefore',
} as const satisfies Readonly<Record<NotExpressible, string>>

function* settingProblems(text: string, place: Omit<ExpressionPlace, 'schema'>): Iterable<ValidationProblem> {
  const { resolved, setting } = place
  if (resolved.type === undefined) return
  const found = expressionSetting(resolved.type, setting, resolved.config)
  if (!found.ok) {
    const values = { node: nameOf(resolved.node), setting: short(setting) }
    yield problem(NOT_EXPRESSIBLE[found.why], values, { nodeId: resolved.node.id, path: `/${setting}` })
    return
  }
  const parsed = parseExpressionText(text)
  if (!parsed.ok) {
    const where = whereIn(place, parsed.position)
    yield problem('expressionSyntax', { ...where.values, why: parsed.message }, where.place)
    return
  }
  const whole = { ...place, schema: found.schema }
  for (const part of parsed.parts) {
    if (typeof part === 'string') continue
    const syntax = syntaxProblem(part, whole)
    if (syntax !== undefined) yield syntax
    else yield* referenceProblems(part, whole)
  }
  const [only] = parsed.parts
  const misfit = parsed.parts.length === 1 && typeof only === 'object' ? typeProblem(only, whole) : undefined
  if (misfit !== undefined) yield misfit
}

const AT_CHARACTER = / \(at character (\d+)\)/

function syntaxProblem({ source, position }: SourcePart, place: ExpressionPlace): ValidationProblem | undefined {
  const wrong = place.languages.expressionProblem(source)
  if (wrong === undefined) return undefined
  const offset = Number(AT_CHARACTER.exec(wrong)?.[1] ?? 0)
  const where = whereIn(place, position + offset)
  return problem('expressionSyntax', { ...where.values, why: wrong.replace(AT_CHARACTER, '') }, where.place)
}
