/**
 * Splits edges that carry a value behind a branch. A branch of Agent Spec only sets the order, so such an edge is
 * exported as a control edge from the branch and as data edges from the sources of the value.
 */
import { type NodePort, type NodeType, passedInput } from '@millrace/model'

const ORDER = 'trigger'

/** The parts of a canvas node that this file reads. */
interface BranchNode {
  readonly id: string
  readonly type: NodeType | undefined
  readonly inputs: readonly NodePort[]
  readonly outputs: readonly NodePort[]
}

interface BranchEdge {
  readonly kind: string
  readonly source: BranchNode
  readonly target: BranchNode
  readonly sourcePort: string
  readonly targetPort: string
}

export function withPlainBranches<Edge extends BranchEdge>(edges: readonly Edge[]): Edge[] {
  if (!edges.some(carriesValue)) return [...edges]
  const arriving = Map.groupBy<BranchNode, Edge>(edges, ({ target }) => target)
  const leaving = Map.groupBy<BranchNode, Edge>(edges, ({ source }) => source)
  const known = new Set<string>()
  const isNew = ({ source, sourcePort, target, targetPort }: Edge) => {
    const key = JSON.stringify([source.id, sourcePort, target.id, targetPort])
    const isFirst = !known.has(key)
    known.add(key)
    return isFirst
  }
  const split = edges.flatMap((edge): Edge[] => {
    if (carriesValue(edge)) {
      const values = sourcesOf(edge.source, arriving).map((value) => ({
        ...value,
        target: edge.target,
        targetPort: edge.targetPort,
      }))
      return [{ ...edge, targetPort: ORDER }, ...values]
    }
    const beside = (arriving.get(edge.target) ?? []).filter(carriesValue)
    const doesJoin = edge.kind === 'data' && beside.some(({ source }) => isBehind(edge.source, source, leaving))
    return doesJoin ? [edge, { ...edge, kind: 'trigger', sourcePort: ORDER, targetPort: ORDER }] : [edge]
  })
  return split.filter(isNew)
}

/** True for an edge from a branch to a data port. Until it is split, such an edge counts as a trigger. */
function carriesValue({ kind, source, sourcePort, target, targetPort }: BranchEdge): boolean {
  if (kind !== 'trigger') return false
  const input = target.inputs.find(({ id }) => id === targetPort)
  return input?.dataType !== 'trigger' && source.outputs.find(({ id }) => id === sourcePort)?.carries !== undefined
}

/** The edges with the value that a gateway passes on, from before all gateways in between. */
function sourcesOf<Edge extends BranchEdge>(
  gateway: BranchNode,
  arriving: ReadonlyMap<BranchNode, readonly Edge[]>,
): Edge[] {
  const found: Edge[] = []
  const seen = new Set<BranchNode>()
  const open = [gateway]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    const input = node.type && passedInput(node.type)
    for (const edge of (arriving.get(node) ?? []).filter(({ targetPort }) => targetPort === input)) {
      if (carriesValue(edge)) open.push(edge.source)
      else found.push(edge)
    }
  }
  return found
}

/** True if a node can be reached from a gateway. */
function isBehind(
  node: BranchNode,
  gateway: BranchNode,
  leaving: ReadonlyMap<BranchNode, readonly BranchEdge[]>,
): boolean {
  const seen = new Set<BranchNode>()
  const open = [gateway]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { target } of leaving.get(at) ?? []) {
      if (target === node) return true
      if (seen.has(target)) continue
      seen.add(target)
      open.push(target)
    }
  }
  return false
}
