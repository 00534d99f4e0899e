/** Edits of expressions as the commands `bind` and `unbind`. Pure. */
import type { Command } from '@millrace/model'

/** Expressions by the JSON pointer of their setting. */
export type ExpressionTexts = ReadonlyMap<string, string>

/** The commands that turn the expressions of a node into others. */
export function expressionEdits(node: string, before: ExpressionTexts, after: ExpressionTexts): Command[] {
  const gone = [...before.keys()].filter((path) => !after.has(path))
  const changed = [...after].filter(([path, text]) => before.get(path) !== text)
  return [
    ...gone.map((path) => ({ verb: 'unbind' as const, node, setting: settingAt(path) })),
    ...changed.map(([path, text]) => ({ verb: 'bind' as const, node, setting: settingAt(path), text })),
  ]
}

function settingAt(path: string): string {
  return path.slice(1)
}
