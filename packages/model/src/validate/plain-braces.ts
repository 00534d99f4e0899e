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
  const found = bracesIn(config)
  if (found.length === 0) return
  const expressions = readExpressions(node)
  for (const { keys, text } of found) {
    const setting = settingOf(keys)
    if (Object.hasOwn(expressions, setting)) continue
    const resolved = expressionSetting(type, setting, config)
    if (resolved.ok ? resolved.schema.type !== 'string' : resolved.why !== 'read before the run') continue
    const place = { nodeId: node.id, path: `/${setting}`, position: text.indexOf('{{') }
    yield problem(resolved.ok ? 'plainBraces' : 'unevaluatedBraces', { node: nameOf(node), setting }, place)
  }
}

interface Found {
  readonly keys: readonly (string | number)[]
  readonly text: string
}

const NONE: readonly Found[] = []

/** The texts with double braces; a validation looks at every setting of every node, and almost none has them. */
function bracesIn(config: Readonly<Record<string, unknown>>): readonly Found[] {
  let found: Found[] | undefined
  const keys: (string | number)[] = []
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      if (!hasDoubleBraces(value)) return
      found ??= []
      found.push({ keys: [...keys], text: value })
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) lookInside(at, value[at])
    } else if (isObject(value) && keys.length < MAX_DEPTH) {
      for (const key in value) lookInside(key, value[key])
    }
  }
  const lookInside = (key: string | number, value: unknown): void => {
    keys.push(key)
    look(value)
    keys.pop()
  }
  look(config)
  return found ?? NONE
}

/** Settings are not nested deeper; free JSON data may be. */
const MAX_DEPTH = 6
