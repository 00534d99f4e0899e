/** The flow of a closed part of a canvas, to stand inside a node. */
import type { EndNode, Flow, Property, StartNode } from '../components.ts'
import type { CanvasEdge, CanvasNode } from './canvas.ts'
import { framed } from './frame.ts'
import { placed } from './keep.ts'
import { freeId, givenBy, type Level, type Making, newEdge, newNode, ON } from './level.ts'
import { titleFor } from './titles.ts'

/** A value that comes in from around. */
export interface Opening {
  readonly source: CanvasNode
  readonly port: string
  readonly title: string
  readonly property: Property
}

/** A value that goes out, and the edges that bring it to where it is taken. */
export interface Result {
  readonly property: Property
  readonly from: readonly CanvasEdge[]
}

export interface Part {
  /** Id of the component that holds the flow, and name of the flow. */
  readonly id: string
  readonly name: string
  readonly nodes: readonly CanvasNode[]
  readonly inside: readonly CanvasEdge[]
  /** Edges from around, values and order. */
  readonly entering: readonly CanvasEdge[]
  readonly openings: readonly Opening[]
  readonly results: readonly Result[]
  /** Folds what in the part has to be folded. */
  readonly fold?: (level: Level) => Level
}

/** One opening for each source of a value, whoever takes it; `taken` are titles that are not free. */
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

/** The flow of a closed part; undefined where it cannot be put in order. */
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
  // Whatever was chosen on the way, the part is over when all of it is.
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

/** A start or end of the part, with a name that no node in it has. */
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
