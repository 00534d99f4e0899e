/**
 * Derives one control path through a canvas. Agent Spec runs one node at a time and has one edge per branch; on a
 * canvas several nodes may start at once and many edges only carry data. Trigger edges that already form such a path
 * are used unchanged. Otherwise the nodes are put into a stable order: nodes behind only one branch stay in it, all
 * others come before or after, and branches that join continue together.
 */
import type { CanvasEdge, CanvasNode } from './canvas.ts'

export interface Step {
  readonly from: CanvasNode
  /** The source port of the step. */
  readonly port: string
  /** Undefined: an end node has to be added. */
  readonly to: CanvasNode | undefined
  /** The canvas edge of the step, if there is one. */
  readonly edge?: CanvasEdge
}

export interface ControlFlow {
  readonly first: CanvasNode | undefined
  readonly steps: readonly Step[]
  /** True if parallel nodes were put in sequence. */
  readonly isLinearised: boolean
  /** Ends that cannot be reached because the path ends before. */
  readonly left: readonly CanvasNode[]
  /** Nodes that are on every path. */
  readonly always: ReadonlySet<CanvasNode>
}

export interface Roles {
  isStart(node: CanvasNode): boolean
  isEnd(node: CanvasNode): boolean
  /** The branch ports of a node; undefined if it has no choice. */
  branchesOf(node: CanvasNode): readonly string[] | undefined
  /** True for start and end nodes, which do not depend on other nodes. */
  isFrame(node: CanvasNode): boolean
  /** True if a node cannot run without a value at a port. */
  needs(node: CanvasNode, port: string): boolean
}

export function controlFlowOf(
  nodes: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
  roles: Roles,
): ControlFlow | undefined {
  return asDrawn(nodes, edges, roles) ?? inOrder(nodes, edges, roles)
}

/** The trigger edges, if they form one path: one start, one edge per port, every node on it. */
function asDrawn(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[], roles: Roles): ControlFlow | undefined {
  const triggers = edges.filter((edge) => edge.kind === 'trigger')
  const starts = nodes.filter(roles.isStart)
  const [first] = starts
  if (starts.length !== 1 || first === undefined) return undefined
  const ports = new Set(triggers.map((edge) => `${edge.source.id}\n${edge.sourcePort}`))
  const [left, entered] = [new Set(triggers.map((edge) => edge.source)), new Set(triggers.map((edge) => edge.target))]
  const isPath =
    ports.size === triggers.length &&
    nodes.every((node) => (roles.isEnd(node) ? !left.has(node) : left.has(node))) &&
    nodes.every((node) => (roles.isStart(node) ? !entered.has(node) : entered.has(node))) &&
    nodes.some(roles.isEnd)
  if (!isPath) return undefined
  const steps = triggers.map((edge) => ({ from: edge.source, port: edge.sourcePort, to: edge.target, edge }))
  return { first, steps, isLinearised: false, left: [], always: new Set() }
}

interface Region {
  readonly parent: Region | undefined
  readonly depth: number
  readonly nodes: CanvasNode[]
}

function inOrder(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[], roles: Roles): ControlFlow | undefined {
  const order = ordered(nodes, edges, roles)
  if (order === undefined) return undefined
  const root: Region = { parent: undefined, depth: 0, nodes: [] }
  const { behind, regionOf } = regionsOf(order, edges, { roles, root })
  const left: CanvasNode[] = []
  const steps: Step[] = []

  /** Links a region from its last node to its first and returns its entry node. */
  function link(region: Region | undefined, after: CanvasNode | undefined): CanvasNode | undefined {
    const ends = region?.nodes.filter(roles.isEnd) ?? []
    left.push(...ends.slice(1))
    const path = [...(region?.nodes.filter((node) => !roles.isEnd(node)) ?? []), ...ends.slice(0, 1)]
    let next = after
    for (const node of path.toReversed()) {
      if (!roles.isEnd(node)) linkNode(node, next)
      next = node
    }
    return next
  }

  function linkNode(node: CanvasNode, next: CanvasNode | undefined): void {
    const branches = roles.branchesOf(node)
    if (branches === undefined) steps.push({ from: node, port: 'trigger', to: next })
    for (const port of branches ?? []) steps.push({ from: node, port, to: link(behind.get(node)?.get(port), next) })
  }

  const first = link(root, undefined)
  const always = new Set(order.filter((node) => regionOf.get(node) === root))
  const joined = new Set(edges.map((edge) => `${edge.source.id}\n${edge.target.id}`))
  const isLinearised = steps.some(
    ({ from, to }) =>
      to !== undefined &&
      !(roles.isFrame(from) || roles.isFrame(to)) &&
      !joined.has(`${from.id}\n${to.id}`) &&
      regionOf.get(from) === regionOf.get(to),
  )
  return { first, steps, isLinearised, left, always }
}

/** The nodes that every execution passes; undefined if the edges contain a cycle. */
export function passedAlways(
  nodes: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
  roles: Roles,
): ReadonlySet<CanvasNode> | undefined {
  const order = ordered(nodes, edges, roles)
  if (order === undefined) return undefined
  const root: Region = { parent: undefined, depth: 0, nodes: [] }
  regionsOf(order, edges, { roles, root })
  return new Set(root.nodes)
}

/** A stable topological order: start first, choices late, ends last, else in document order. */
function ordered(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[], roles: Roles): CanvasNode[] | undefined {
  const waiting = new Map(nodes.map((node) => [node, new Set<CanvasEdge>()]))
  for (const edge of edges) if (edge.source !== edge.target) waiting.get(edge.target)?.add(edge)
  const rank = (node: CanvasNode) =>
    roles.isStart(node) ? 0 : roles.isEnd(node) ? 3 : roles.branchesOf(node) === undefined ? 1 : 2
  const place = new Map(nodes.map((node, at) => [node, at]))
  const key = (node: CanvasNode) => rank(node) * nodes.length + (place.get(node) ?? 0)
  // Sorted with the next node last: insertion is a binary search and a move.
  const ready: { node: CanvasNode; key: number }[] = []
  const add = (node: CanvasNode) => {
    const one = { node, key: key(node) }
    let [low, high] = [0, ready.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ready[middle]?.key ?? 0) > one.key) low = middle + 1
      else high = middle
    }
    ready.splice(low, 0, one)
  }
  for (const node of nodes) if (waiting.get(node)?.size === 0) add(node)
  const leaving = Map.groupBy(edges, (edge) => edge.source)
  const order: CanvasNode[] = []
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    order.push(next.node)
    for (const edge of leaving.get(next.node) ?? []) {
      const left = waiting.get(edge.target)
      if (left?.delete(edge) && left.size === 0) add(edge.target)
    }
  }
  return order.length === nodes.length ? order : undefined
}

interface Regions {
  readonly roles: Roles
  readonly root: Region
}

/** The innermost branch that contains each node. Trigger edges decide if there are any, else data edges. */
function regionsOf(order: readonly CanvasNode[], edges: readonly CanvasEdge[], { roles, root }: Regions) {
  const regionOf = new Map<CanvasNode, Region>()
  const behind = new Map<CanvasNode, Map<string, Region>>()
  const arriving = Map.groupBy(edges, (edge) => edge.target)
  const sourceRegion = (edge: CanvasEdge): Region => {
    const way = edge.behind ?? (edge.kind === 'trigger' ? edge.sourcePort : undefined)
    const own = way === undefined ? undefined : behind.get(edge.source)?.get(way)
    return own ?? regionOf.get(edge.source) ?? root
  }
  for (const node of order) {
    const all = (arriving.get(node) ?? []).filter((edge) => edge.source !== node)
    const triggers = all.filter((edge) => edge.kind === 'trigger')
    const region =
      triggers.length > 0
        ? triggers.map(sourceRegion).reduce(meeting)
        : sourcesOf(all, (port) => roles.needs(node, port))
            .map((sources) => sources.map(sourceRegion).reduce(meeting))
            .reduce((a, b) => (isInside(a, b) ? a : isInside(b, a) ? b : meeting(a, b)), root)
    regionOf.set(node, region)
    region.nodes.push(node)
    const ports = roles.branchesOf(node)
    if (ports === undefined) continue
    behind.set(node, new Map(ports.map((port) => [port, { parent: region, depth: region.depth + 1, nodes: [] }])))
  }
  return { behind, regionOf }
}

/**
 * Groups the edges into a node by input: one source per input is enough, but every required input needs one. A node
 * without required inputs, such as a merge, follows any source.
 */
function sourcesOf(edges: readonly CanvasEdge[], needs: (port: string) => boolean): CanvasEdge[][] {
  const needed = edges.filter(({ targetPort }) => needs(targetPort))
  if (needed.length === 0) return edges.length === 0 ? [] : [[...edges]]
  return [...Map.groupBy(needed, (edge) => edge.targetPort).values()]
}

function isInside(inner: Region, outer: Region): boolean {
  let at: Region | undefined = inner
  while (at !== undefined && at !== outer) at = at.parent
  return at === outer
}

function meeting(a: Region, b: Region): Region {
  let [one, other] = [a, b]
  while (one !== other) {
    if (one.depth >= other.depth && one.parent !== undefined) one = one.parent
    else if (other.parent !== undefined) other = other.parent
    else return one
  }
  return one
}
