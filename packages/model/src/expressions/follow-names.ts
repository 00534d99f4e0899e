/** Keeps references of expressions right when nodes get other labels or ids. */
import type { Graph, WorkflowNode } from '../workflow/workflow.ts'
import { parseExpressionText } from './expression-text.ts'
import { readExpressions, withExpressions } from './expressions.ts'
import { labelName, NodeNames } from './node-names.ts'
import { nodeReferences, writtenName } from './references.ts'

/** A text with other names of nodes; the same text if no name changes. Undefined keeps a name. */
export function withNodeNames(text: string, nameFor: (name: string) => string | undefined): string {
  const parsed = parseExpressionText(text)
  if (!parsed.ok) return text
  let changed = text
  const sources = parsed.parts.filter((part) => typeof part !== 'string')
  // From the end, so that earlier positions stay valid.
  for (const { source, position } of sources.reverse()) {
    for (const { name, start, end } of nodeReferences(source).reverse()) {
      const other = nameFor(name)
      if (other === undefined || other === name) continue
      changed = changed.slice(0, position + start) + writtenName(other) + changed.slice(position + end)
    }
  }
  return changed
}

/** A node whose expressions use other names of nodes; the same node if none changes. */
export function withReferences(node: WorkflowNode, nameFor: (name: string) => string | undefined): WorkflowNode {
  const texts = Object.entries(readExpressions(node))
  const changed = texts.map(([setting, text]) => [setting, withNodeNames(text, nameFor)] as const)
  const isSame = changed.every(([, text], at) => text === texts[at]?.[1])
  return isSame ? node : withExpressions(node, Object.fromEntries(changed))
}

/**
 * The graph after an edit, with references to the nodes that they meant before it: a name that now means another node, or
 * several, is replaced by the new label if that is unique, else by the id. `newIds` are ids that the edit replaced.
 */
export function withFollowedNames(before: Graph, after: Graph, newIds: ReadonlyMap<string, string> = NONE): Graph {
  if (!after.nodes.some(hasExpressions)) return after
  const [was, is] = [namesIn(before), namesIn(after)]
  const nameFor = (name: string): string | undefined => {
    const [meant, other] = was.named(name)
    if (meant === undefined || other !== undefined) return undefined
    const id = newIds.get(meant.node.id) ?? meant.node.id
    const isOnly = (candidate: string) => {
      const found = is.named(candidate)
      return found.length === 1 && found[0]?.node.id === id
    }
    if (isOnly(name)) return undefined
    const target = is.named(id)[0]
    if (target === undefined) return undefined
    const label = name === meant.node.id ? undefined : labelName(target.node)
    return label !== undefined && isOnly(label) ? label : id
  }
  let isChanged = false
  const nodes = after.nodes.map((node) => {
    const followed = hasExpressions(node) ? withReferences(node, nameFor) : node
    isChanged ||= followed !== node
    return followed
  })
  return isChanged ? { ...after, nodes } : after
}

const NONE: ReadonlyMap<string, string> = new Map()

function namesIn({ nodes }: Graph): NodeNames<{ readonly node: WorkflowNode }> {
  return new NodeNames(nodes.map((node) => ({ node })))
}

function hasExpressions(node: WorkflowNode): boolean {
  return Object.keys(readExpressions(node)).length > 0
}
