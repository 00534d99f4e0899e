/**
 * The test of one node as a small workflow: the node itself, its known inputs as pinned nodes, and what has to run
 * before it because its results are not known. It is an ordinary test run, with the rules of one. Pure.
 */
import {
  configOf,
  type Graph,
  LOOP_BACK,
  leadsTo,
  type NodePort,
  nodeReferences as namesInSource,
  PINNED_EXTENSION,
  parseExpressionText,
  parseHandle,
  pinsOf,
  portsOf,
  readExpressions,
  titleOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '@millrace/model'
import { nodeReferences } from '../data/expression-path.ts'
import { type DataSources, nodeDataOf, type PortData } from '../data/node-data.ts'
import { typeOf } from '../graph/node-look.ts'

export interface NodeTest extends Graph {
  /** The nodes that run before the tested one. */
  readonly before: readonly string[]
  /** All nodes that run: those before it, the tested one, and the body of a tested loop. */
  readonly running: ReadonlySet<string>
  /** Inputs of the tested node without a known value. */
  readonly open: readonly NodePort[]
}

/** The type of the pinned nodes that stand for known inputs; they never run. */
const STAND_IN = { type: 'code', port: 'result', config: { source: 'return null' } }

/** Plans the test of a node; `given` are inputs from the user, which replace known ones. */
export function nodeTest(sources: DataSources, nodeId: string, given: PortData = {}): NodeTest {
  return new Planner(sources, nodeId, given).plan()
}

class Planner {
  readonly #sources: DataSources
  readonly #tested: string
  readonly #given: PortData
  readonly #byId: ReadonlyMap<string, WorkflowNode>
  readonly #nodes = new Map<string, WorkflowNode>()
  readonly #edges: WorkflowEdge[] = []
  readonly #before = new Set<string>()
  readonly #body: ReadonlySet<string>

  constructor(sources: DataSources, tested: string, given: PortData) {
    this.#sources = sources
    this.#tested = tested
    this.#given = given
    this.#byId = new Map(sources.graph.nodes.map((node) => [node.id, node]))
    this.#body = loopBody(sources.graph, tested)
  }

  plan(): NodeTest {
    const node = this.#byId.get(this.#tested)
    if (node === undefined) return { nodes: [], edges: [], before: [], running: new Set(), open: [] }
    // Pinned data of the tested node would keep it from running.
    this.#nodes.set(node.id, unpinned(node))
    for (const id of this.#body) this.#include(id)
    const queue = [...this.#nodes.keys()]
    for (const id of queue) for (const next of this.#connect(id)) queue.push(next)
    return {
      nodes: [...this.#nodes.values()],
      edges: this.#edges,
      before: [...this.#before],
      running: new Set([...this.#before, this.#tested, ...this.#body]),
      open: this.#open(node),
    }
  }

  /** Adds what delivers to a node. Returns the nodes that were added and deliver by running. */
  #connect(id: string): string[] {
    const node = this.#byId.get(id)
    if (node === undefined || (id !== this.#tested && pinsOf(node) !== undefined)) return []
    const known = this.#known(id)
    const added: string[] = []
    const standIns = new Set<string>()
    for (const edge of this.#sources.graph.edges) {
      const port = edge.target === id ? parseHandle(edge.targetHandle ?? '', id, 'input') : undefined
      if (port === undefined) continue
      if (this.#isInside(edge)) this.#edges.push(edge)
      else if (port === LOOP_BACK) continue
      else if (this.#isKnown(edge, port, known)) standIns.add(port)
      else if (this.#include(edge.source)) added.push(edge.source)
      if (this.#needs(edge, port, known)) this.#edges.push(edge)
    }
    // Other known inputs came from settings, which may have changed since.
    if (id === this.#tested) for (const port of Object.keys(this.#given)) standIns.add(port)
    for (const port of standIns) if (Object.hasOwn(known, port)) this.#standIn(id, port, known[port])
    return [...added, ...this.#refer(node)]
  }

  #isInside({ source, target }: WorkflowEdge): boolean {
    const isIn = (id: string) => id === this.#tested || this.#body.has(id)
    return this.#body.size > 0 && isIn(source) && isIn(target)
  }

  /** True if the edge needs no source: its value is known, or it only orders steps that are done. */
  #isKnown({ source, target }: WorkflowEdge, port: string, known: PortData): boolean {
    const node = this.#byId.get(target)
    const type = node && this.#typeOf(node, port)
    if (type === 'tool') return false
    if (type !== 'trigger') return Object.hasOwn(known, port)
    return target === this.#tested || nodeDataOf(this.#sources, source).source !== undefined
  }

  #needs(edge: WorkflowEdge, port: string, known: PortData): boolean {
    return !this.#isInside(edge) && port !== LOOP_BACK && !this.#isKnown(edge, port, known)
  }

  /** Adds a node of the workflow; false if it is already part of the test. */
  #include(id: string): boolean {
    const node = this.#byId.get(id)
    if (node === undefined || this.#nodes.has(id)) return false
    this.#nodes.set(id, node)
    if (pinsOf(node) === undefined && !this.#body.has(id) && !this.#isTool(id)) this.#before.add(id)
    return true
  }

  /** Tools run when the tested node calls them, not before it. */
  #isTool(id: string): boolean {
    return this.#sources.graph.edges.some(({ source, target, targetHandle }) => {
      const node = this.#byId.get(target)
      const port = parseHandle(targetHandle ?? '', target, 'input')
      return source === id && node !== undefined && port !== undefined && this.#typeOf(node, port) === 'tool'
    })
  }

  /** Adds the nodes that the settings of a node refer to; those with known outputs are pinned. */
  #refer(node: WorkflowNode): string[] {
    const names = referredNames(node)
    if (names.size === 0) return []
    const added: string[] = []
    const references = nodeReferences(this.#sources.graph)
    for (const other of this.#sources.graph.nodes) {
      const label = references.get(other.id)?.slice('nodes.'.length)
      if (other.id === node.id || !(names.has(other.id) || (label !== undefined && names.has(label)))) continue
      const { outputs, source } = nodeDataOf(this.#sources, other.id)
      const isKnown = source !== undefined && Object.keys(outputs).length > 0
      if (isKnown && !this.#nodes.has(other.id)) this.#nodes.set(other.id, pinned(other, outputs))
      else if (this.#include(other.id)) added.push(other.id)
      this.#edges.push(orderEdge(other.id, node.id))
    }
    return added
  }

  #known(id: string): PortData {
    const { inputs } = nodeDataOf(this.#sources, id)
    return id === this.#tested ? { ...inputs, ...this.#given } : this.#body.has(id) ? {} : inputs
  }

  #typeOf(node: WorkflowNode, port: string): string | undefined {
    return inputsOf(this.#sources, node).find(({ id }) => id === port)?.dataType
  }

  #standIn(target: string, port: string, value: unknown): void {
    const id = `test_input.${target}.${port}`
    const data = { label: port, config: STAND_IN.config, metadata: { node_type_id: STAND_IN.type } }
    const node: WorkflowNode = { id, type: 'universalNode', position: { x: 0, y: 0 }, data }
    this.#nodes.set(id, pinned(node, { [STAND_IN.port]: value }))
    this.#edges.push({
      id: `edge.${id}`,
      source: id,
      target,
      sourceHandle: `${id}-output-${STAND_IN.port}`,
      targetHandle: `${target}-input-${port}`,
    })
  }

  /** Data inputs of the tested node that something should deliver and that have no known value. */
  #open(node: WorkflowNode): NodePort[] {
    const known = this.#known(node.id)
    const { edges } = this.#sources.graph
    return inputsOf(this.#sources, node).filter((port) => {
      const isData = port.dataType !== 'trigger' && port.dataType !== 'tool' && port.id !== LOOP_BACK
      if (!isData || Object.hasOwn(known, port.id)) return false
      const isConnected = edges.some(
        ({ target, targetHandle }) =>
          target === node.id && parseHandle(targetHandle ?? '', node.id, 'input') === port.id,
      )
      const setting = configOf(node)[port.id]
      const isSet = (setting !== undefined && setting !== '') || port.defaultValue !== undefined
      return isConnected || (port.required === true && !isSet)
    })
  }
}

function inputsOf({ types }: DataSources, node: WorkflowNode): readonly NodePort[] {
  const type = typeOf(node, types)
  return type === undefined ? [] : [...portsOf(type, configOf(node)).inputs.values()]
}

/** The nodes between a loop and its end, which are part of its test. */
function loopBody(graph: Graph, head: string): ReadonlySet<string> {
  const ends = graph.edges
    .filter(
      ({ target, targetHandle }) => target === head && parseHandle(targetHandle ?? '', head, 'input') === LOOP_BACK,
    )
    .map(({ source }) => source)
  if (ends.length === 0) return new Set()
  const isIn = (id: string) => id !== head && leadsTo(graph, head, id) && ends.some((end) => leadsTo(graph, id, end))
  return new Set(graph.nodes.map(({ id }) => id).filter(isIn))
}

/** The names after `nodes.` in the expressions of a node. */
function referredNames(node: WorkflowNode): ReadonlySet<string> {
  const names = new Set<string>()
  for (const text of Object.values(readExpressions(node))) {
    const parsed = parseExpressionText(text)
    if (!('parts' in parsed)) continue
    for (const part of parsed.parts) {
      if (typeof part !== 'string') for (const { name } of namesInSource(part.source)) names.add(name)
    }
  }
  return names
}

function orderEdge(source: string, target: string): WorkflowEdge {
  return {
    id: `order.${source}.${target}`,
    source,
    target,
    sourceHandle: `${source}-output-trigger`,
    targetHandle: `${target}-input-trigger`,
  }
}

function pinned(node: WorkflowNode, outputs: PortData): WorkflowNode {
  const extensions = { ...node.data?.extensions, [PINNED_EXTENSION]: outputs }
  return { ...node, data: { ...node.data, extensions } }
}

function unpinned(node: WorkflowNode): WorkflowNode {
  const { [PINNED_EXTENSION]: _, ...extensions } = node.data?.extensions ?? {}
  return { ...node, data: { ...node.data, extensions } }
}

/** The titles of nodes, for messages. */
export function titlesOf({ nodes }: Pick<Graph, 'nodes'>, ids: readonly string[]): string[] {
  return nodes.filter(({ id }) => ids.includes(id)).map((node) => titleOf(node) || node.id)
}
