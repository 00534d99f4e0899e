/**
 * Folds independent branches between two nodes into one node that runs a flow for each branch in parallel. Other
 * parallel nodes are put in sequence.
 */
import type { Flow, ParallelFlowNode } from '../components.ts'
import { inferredInputs, inferredOutputs } from '../ports.ts'
import { waitingIn } from '../validate/waiting.ts'
import type { CanvasEdge, CanvasNode } from './canvas.ts'
import { addFold, freeId, givenBy, type Level, type Making, ON, replaced, rolesIn } from './canvas-level.ts'
import { passedAlways } from './control-flow.ts'
import { type Fork, lastFork, wayOf } from './forks.ts'
import { type Opening, openingsOf, type Result, subflowOf } from './subflow.ts'
import { titleFor } from './titles.ts'

/** Folds all forks of a level, innermost first. */
export function foldForks(level: Level, making: Making): Level {
  if (!making.mayFork || level.nodes.length > MOST_NODES) return level
  const tried = new Set<string>()
  const roles = rolesIn(making)
  let left = level
  for (
    let fork = lastFork(unframed(left, making), roles, tried);
    fork !== undefined;
    fork = lastFork(unframed(left, making), roles, tried)
  ) {
    left = foldFork(left, fork, making) ?? left
  }
  return left
}

/** Removes the edge from the start of a flow to its end, which carries no information. */
function unframed({ nodes, edges }: Level, { frames }: Making): Level {
  return { nodes, edges: edges.filter(({ source, target }) => !(frames.has(source) && frames.has(target))) }
}

/** Finding forks takes quadratic time; larger levels are put in sequence. */
const MOST_NODES = 1000

function foldFork(level: Level, fork: Fork, making: Making): Level | undefined {
  const branches = fork.branches
  const gone = new Set(branches.flat())
  if (!isClosed(level, fork, making)) return undefined
  const entering = level.edges.filter(({ source, target }) => !gone.has(source) && gone.has(target))
  const openings = openingsOf(entering, making)
  const taken = new Set<string>()
  const name = `${fork.from?.name ?? 'Start'} in parallel`
  const id = freeId(making, `${fork.from?.id ?? 'start'}/parallel`)
  const outputs = new Map<string, string>()
  const flows: Flow[] = []
  for (const [at, nodes] of branches.entries()) {
    const flow = branchFlow({ id: `${id}/${at + 1}`, level, nodes, openings, taken, outputs }, making)
    if (flow === undefined || waitingIn(flow, {}).length > 0) return undefined
    flows.push(flow)
  }
  const bare: ParallelFlowNode = { kind: 'parallel_flow', id, name, subflows: flows }
  const component = { ...bare, inputs: inferredInputs(bare), outputs: inferredOutputs(bare) }
  const inputs = new Map(openings.map(({ source, port, title }) => [`${source.id}\n${port}`, title]))
  const by = addFold(
    making,
    { component, inputs: asTitles([...inputs.values()]), outputs },
    branches[0]?.[0]?.node.position,
  )
  const seen = new Set<string>()
  const edges = level.edges.flatMap((edge): CanvasEdge[] => {
    const [isFrom, isTo] = [gone.has(edge.source), gone.has(edge.target)]
    if (isFrom && isTo) return []
    if (isFrom) return [{ ...edge, source: by, sourcePort: edge.kind === 'data' ? portIn(edge) : ON }]
    if (!isTo) return [edge]
    const key = `${edge.source.id}\n${edge.sourcePort}`
    if (edge.kind !== 'data') return [{ ...edge, target: by }]
    if (seen.has(key)) return []
    seen.add(key)
    return [{ ...edge, target: by, targetPort: inputs.get(key) ?? '' }]
  })
  return replaced(level, { gone, by, edges })
}

function asTitles(titles: readonly string[]): Map<string, string> {
  return new Map(titles.map((title) => [title, title]))
}

/** The port of the folded node for an output of one of its nodes. */
function portIn({ source, sourcePort }: CanvasEdge): string {
  return `${source.id}\n${sourcePort}`
}

interface Branch {
  readonly id: string
  readonly level: Level
  readonly nodes: readonly CanvasNode[]
  readonly openings: readonly Opening[]
  /** Output titles of other branches; grows. */
  readonly taken: Set<string>
  /** Titles by port; grows. */
  readonly outputs: Map<string, string>
}

function branchFlow({ id, level, nodes, openings, taken, outputs }: Branch, making: Making): Flow | undefined {
  const within = new Set(nodes)
  const entering = level.edges.filter(({ source, target }) => !within.has(source) && within.has(target))
  const leaving = level.edges.filter(
    ({ kind, source, target }) => kind === 'data' && within.has(source) && !within.has(target),
  )
  const results = [...Map.groupBy(leaving, portIn)].flatMap(([port, edges]): Result[] => {
    const [first] = edges
    const property = first && givenBy(making, first.source, first.sourcePort)
    if (first === undefined || property === undefined) return []
    const title = titleFor(property.title, taken)
    outputs.set(port, title)
    return [{ property: { ...property, title }, from: [first] }]
  })
  const isTaken = ({ source, port }: Opening) =>
    entering.some((edge) => edge.kind === 'data' && edge.source === source && edge.sourcePort === port)
  return subflowOf(
    {
      id,
      name: nodes
        .map((node) => node.name)
        .join(', ')
        .slice(0, MOST_OF_A_NAME),
      nodes,
      inside: level.edges.filter(({ source, target }) => within.has(source) && within.has(target)),
      entering,
      openings: openings.filter(isTaken),
      results,
    },
    making,
  )
}

const MOST_OF_A_NAME = 200

/** True if the branches always run completely: no ends in them, and no choice that leads in or out. */
function isClosed({ nodes: all, edges }: Level, { from, way, branches }: Fork, making: Making): boolean {
  const roles = rolesIn(making)
  const nodes = branches.flat()
  const within = new Set(nodes)
  if (from !== undefined && way === undefined && roles.branchesOf(from) !== undefined) return false
  if (nodes.some((node) => roles.isEnd(node) || roles.isStart(node))) return false
  const inner = edges.filter(({ source, target }) => within.has(source) && within.has(target))
  const always = passedAlways(nodes, inner, roles)
  const counted = edges.filter(({ kind }) => kind !== 'error')
  const around = passedAlways(all, counted, roles)
  if (always === undefined) return false
  return edges.every((edge) => {
    const [isFrom, isTo] = [within.has(edge.source), within.has(edge.target)]
    if (isFrom === isTo) return true
    if (isFrom)
      return always.has(edge.source) && edge.behind === undefined && roles.branchesOf(edge.source) === undefined
    if (edge.source === from) return wayOf(edge, roles) === way
    return edge.kind === 'data' && edge.behind === undefined && around?.has(edge.source) === true
  })
}
