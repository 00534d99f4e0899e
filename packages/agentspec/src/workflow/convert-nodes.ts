/** Converts all nodes of a canvas to components together, so that shared parts stay shared. */
import { newSeedReader, withSharedComponents } from '../codec/read-simple.ts'
import type { Fields, FlowNodeComponent } from '../components.ts'
import { type Notes, quoted } from '../notes.ts'
import type { CanvasNode } from './canvas.ts'
import { componentOfNode, importedId, simpleFormOfNode } from './component-of-node.ts'
import { NATIVE } from './native-nodes.ts'
import { type NodeContext, titlesOf } from './node-context.ts'

export interface Made {
  readonly component: FlowNodeComponent
  /** Titles by port id. */
  readonly inputs: ReadonlyMap<string, string>
  readonly outputs: ReadonlyMap<string, string>
  /** Branches by port, if the component was folded and has more than one. */
  readonly ways?: ReadonlyMap<string, string>
}

export function madeNodes(nodes: readonly CanvasNode[], notes: Notes): Map<CanvasNode, Made> {
  return madeOf(contextsOf(nodes, { notes }), notes)
}

export function madeOf(contexts: readonly NodeContext[], notes: Notes): Map<CanvasNode, Made> {
  const own = contexts.filter(({ node }) => node.typeId.startsWith('agentspec.'))
  const { raws } = withSharedComponents({ raws: own.map(simpleFormOfNode) }) as { raws: Fields[] }
  const reader = newSeedReader({ raws }, notes)
  const read = new Map(
    own.map((context, at) => [context, reader.component(raws[at] ?? {}, 'node') as FlowNodeComponent]),
  )
  return new Map(
    contexts.flatMap((context) => {
      const bare = read.get(context)
      const made = bare ? componentOfNode(context, bare) : NATIVE[context.node.mapsTo ?? '']?.(context)
      if (made === undefined) notes.error(`Node type not mappable: ${context.node.id}`)
      const { node, inputs, outputs } = context
      if (made === undefined) return []
      return [[node, { ...('component' in made ? made : { component: made }), inputs, outputs }] as const]
    }),
  )
}

interface Around {
  readonly notes: Notes
  /** Ids of components; the ids of the nodes are added. */
  readonly used?: Set<unknown>
  readonly needsMillrace?: NodeContext['needsMillrace']
  readonly called?: NodeContext['called']
}

/** Creates contexts with unique names, because the simple dialect refers to nodes by name. */
export function contextsOf(
  nodes: readonly CanvasNode[],
  { notes, used = new Set(), ...around }: Around,
): NodeContext[] {
  const { needsMillrace = () => {}, called } = around
  const taken = new Set<string>()
  const ids = idsOf(nodes)
  for (const id of ids.values()) used.add(id)
  const freeId = (wanted: string) => {
    let id = wanted
    for (let number = 2; used.has(id); number++) id = `${wanted} ${number}`
    used.add(id)
    return id
  }
  return nodes.map((node) => {
    let name = node.name
    for (let number = 2; taken.has(name); number++) name = `${node.name} ${number}`
    if (name !== node.name) {
      notes.warn(`Two nodes have the name ${quoted(node.name)}: one is renamed to ${quoted(name)} in the flow`)
    }
    taken.add(name)
    return {
      node,
      id: ids.get(node) ?? node.id,
      name,
      notes,
      inputs: titlesOf(node.inputs),
      outputs: titlesOf(node.outputs),
      freeId,
      needsMillrace,
      ...(called === undefined ? {} : { called }),
    }
  })
}

/** The imported component ids, each once: of a node and its copies the first keeps it. */
function idsOf(nodes: readonly CanvasNode[]): Map<CanvasNode, string> {
  const own = new Set<string>(nodes.map(({ id }) => id))
  const used = new Set<string>()
  return new Map(
    nodes.map((node) => {
      const imported = importedId(node)
      const isFree = imported !== undefined && !used.has(imported) && (imported === node.id || !own.has(imported))
      const id = isFree ? imported : node.id
      used.add(id)
      return [node, id]
    }),
  )
}
