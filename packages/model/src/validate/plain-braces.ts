/** Double braces in a setting that is not an expression: the node would use them as they are. */
import { hasDoubleBraces } from '../expressions/expression-text.ts'
import { readExpressions, settingOf } from '../expressions/expressions.ts'
import { expressionSetting } from '../expressions/setting-schema.ts'
import { isObject } from '../json.ts'
import type { NodeType } from '../node-type.ts'
import { nameOf } from '../workflow/workflow.ts'
import { problem, type ValidationProblem } from './problem.ts'
import type { ResolvedNode } from './resolved-graph.ts'

/** Settings with a language of their own, secrets and free JSON data are exempt. */
export function* plainBraceProblems({ node, config }: ResolvedNode, type: NodeType): Iterable<ValidationProblem> {
  const expressions = readExpressions(node)
  for (const { keys, text } of textsIn(config, [])) {
    if (!hasDoubleBraces(text)) continue
    const setting = settingOf(keys)
    if (Object.hasOwn(expressions, setting)) continue
    const found = expressionSetting(type, setting, config)
    if (found.ok ? found.schema.type !== 'string' : found.why !== 'read before the run') continue
    const place = { nodeId: node.id, path: `/${setting}`, position: text.indexOf('{{') }
    yield problem(found.ok ? 'plainBraces' : 'unevaluatedBraces', { node: nameOf(node), setting }, place)
  }
}

interface Found {
  readonly keys: readonly (string | number)[]
  readonly text: string
}

function* textsIn(value: unknown, keys: readonly (string | number)[]): Iterable<Found> {
  if (typeof value === 'string') yield { keys, text: value }
  else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* textsIn(item, [...keys, at])
  } else if (isObject(value) && keys.length < MAX_DEPTH) {
    for (const key in value) yield* textsIn(value[key], [...keys, key])
  }
}

/** Settings are not nested deeper; free JSON data may be. */
const MAX_DEPTH = 6
