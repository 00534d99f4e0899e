/** Builds the flow of a closed part of a canvas, to be placed inside a node. */
import type { EndNode, Flow, Property, StartNode } from '../components.ts'
import type { CanvasEdge, CanvasNode } from './canvas.ts'
import { freeId, givenBy, type Level, type Making, newEdge, newNode, ON } from './canvas-level.ts'
import { framed } from './flow-frame.ts'
import { placed } from './store-canvas.ts'
import { titleFor } from './titles.ts'

/** A value from outside the part. */
export interface Opening {
  readonly source: CanvasNode
  readonly port: string
  readonly title: string
  readonly property: Property
}

/** A value for outside the part, and the edges that use it. */
export interface Result {
  readonly property: Property
  readonly from: readonly CanvasEdge[]
}

export interface Part {
  /** Id of the component that contains the flow, and name of the flow. */
  readonly id: string
  readonly name: string
  readonly nodes: readonly CanvasNode[]
  readonly inside: readonly CanvasEdge[]
  /** Data and order edges from outside. */
  readonly entering: readonly CanvasEdge[]
  readonly openings: readonly Opening[]
  readonly results: readonly Result[]
  /** Folds constructs inside the part. */
  readonly fold?: (level: Level) => Level
}

/** One opening per source of a value; `taken` are titles that are already used. */
export function openingsOf(entering: readonly CanvasEdge[], making: Making, taken: Set<string> = new Set()): Opening[] {
  const openings = new Map<string, Opening>()
  for (const { kind, source, sourcePort: port } of entering) {
    const key = `${source.id}\n${port}`
    if (kind !== 'data' || openings.has(key)) continue
    const {
      title: own = port,
      default: _,
      description: __,
      ...schema
    } = givenBy(making, source, port) ?? { title: port }
    const title = titleFor(own, taken)
    openings.set(key, { source, port, title, property: { ...schema, title } })
  }
  return [...openings.values()]
}

/** The flow of a closed part; undefined if it cannot be put in sequence. */
export function subflowOf(part: Part, making: Making): Flow | undefined {
  const { id, name, openings, results } = part
  const properties = openings.map(({ property }) => property)
  const given = results.map(({ property }) => property)
  const start = frameNode(
    { kind: 'start', id: freeId(making, `${id}/start`), name: 'Start', ...both(properties) },
    part,
    making,
  )
  const end = frameNode({ kind: 'end', id: freeId(making, `${id}/end`), name: 'End', ...both(given) }, part, making)
  const titleOf = new Map(openings.map(({ source, port, title }) => [`${source.id}\n${port}`, title]))
  const entering = part.entering.flatMap((edge): CanvasEdge[] => {
    const { behind: _, ...plain } = edge
    const sourcePort = edge.kind === 'data' ? titleOf.get(`${edge.source.id}\n${edge.sourcePort}`) : ON
    return sourcePort === undefined ? [] : [{ ...plain, source: start, sourcePort }]
  })
  const leaving = results.flatMap(({ property: { title }, from }) =>
    from.map((edge): CanvasEdge => {
      const { kind, source, sourcePort, behind } = edge
      const isInside = part.nodes.includes(source)
      const own = isInside
        ? { kind, source, sourcePort }
        : { kind, source: start, sourcePort: titleOf.get(`${source.id}\n${sourcePort}`) ?? sourcePort }
      const made = newEdge({ ...own, target: end, targetPort: title })
      return isInside && behind !== undefined ? { ...made, behind } : made
    }),
  )
  // The part ends when all its paths have ended, for any branches that were taken.
  const over = newEdge({ kind: 'trigger', source: start, sourcePort: ON, target: end, targetPort: ON })
  const level: Level = { nodes: [start, ...part.nodes, end], edges: [...part.inside, ...entering, ...leaving, over] }
  const frame = framed(part.fold?.(level) ?? level, making)
  if (frame === undefined) return undefined
  return {
    kind: 'flow',
    id: freeId(making, `${id}/flow`),
    name,
    startNode: frame.start.id,
    nodes: frame.nodes.map((component) => placed(component, frame.canvasOf.get(component))),
    controlFlow: frame.control,
    dataFlow: frame.data,
  }
}

function both(properties: readonly Property[]) {
  return { inputs: properties, outputs: properties }
}

/** A start or end node of the part with a unique name. */
function frameNode(component: StartNode | EndNode, { nodes }: Part, { made, frames }: Making): CanvasNode {
  const taken = new Set(nodes.map((node) => made.get(node)?.component.name ?? node.name))
  let { name } = component
  for (let number = 2; taken.has(name); number++) name = `${component.name} ${number}`
  const node = newNode({ id: component.id, name })
  const titles = new Map((component.inputs ?? []).map(({ title }) => [title, title]))
  made.set(node, { component: { ...component, name }, inputs: titles, outputs: titles })
  frames.add(node)
  return node
}
