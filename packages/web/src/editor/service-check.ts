/**
 * Problems that only the service can find, because it has the parsers of expressions and templates. It is called some
 * time after the last change; errors are ignored. Its problems are shown as long as their nodes are unchanged.
 */
import type { ValidationProblem } from '@millrace/model'
import type { EditorDocument } from './editor-document.ts'

export interface Checked {
  readonly document: EditorDocument
  readonly problems: readonly ValidationProblem[]
}

/** Larger documents are checked less often. */
export function restBeforeCheckMs({ nodes }: EditorDocument): number {
  return 900 + nodes.length * 2
}

const keyOf = ({ code, nodeId, edgeId, portId, path }: ValidationProblem) =>
  JSON.stringify([code, nodeId, edgeId, portId, path])

/** Local problems plus those of the service that are not duplicates and whose node is unchanged. */
export function withChecked(
  own: readonly ValidationProblem[],
  checked: Checked | undefined,
  document: EditorDocument,
): readonly ValidationProblem[] {
  const found = checked?.problems.filter(({ severity }) => severity !== 'suggestion') ?? []
  if (checked === undefined || found.length === 0) return own
  const known = new Set(own.map(keyOf))
  const before = nodesById(checked.document)
  const now = nodesById(document)
  const isStill = ({ nodeId, edgeId }: ValidationProblem) =>
    nodeId !== undefined && edgeId === undefined
      ? now.has(nodeId) && now.get(nodeId)?.data === before.get(nodeId)?.data
      : document.nodes === checked.document.nodes &&
        document.edges === checked.document.edges &&
        document.config === checked.document.config
  const more = found.filter((problem) => !known.has(keyOf(problem)) && isStill(problem))
  return more.length === 0 ? own : [...own, ...more]
}

function nodesById({ nodes }: EditorDocument) {
  return new Map(nodes.map((node) => [node.id, node]))
}
