/** The parts of a summary that need the document: computed once per revision and cached. */
import { isGroup, nodeTypeIdOf, type Thumbnail, triggersIn, type Workflow, type WorkflowSummary } from '@millrace/model'
import type { ServedCatalogue } from '../platform/ports.ts'
import { documentOf } from './document-of.ts'
import type { StoredWorkflows } from './stored-workflows.ts'

export type Overview = Pick<WorkflowSummary, 'node_count' | 'thumbnail' | 'triggers' | 'has_secrets'>

/** An overview has about 4 kB. */
const MAX_CACHED = 2000
/** More nodes would be too small to see. */
const MAX_NODES = 60
const MAX_EDGES = 200

export class Overviews {
  readonly #workflows: Pick<StoredWorkflows, 'get'>
  readonly #catalogue: ServedCatalogue
  readonly #cached = new Map<string, Overview>()

  constructor(workflows: Pick<StoredWorkflows, 'get'>, catalogue: ServedCatalogue) {
    this.#workflows = workflows
    this.#catalogue = catalogue
  }

  async of({ id, revision }: { readonly id: string; readonly revision: number }): Promise<Overview> {
    const key = `${id}:${revision}`
    const known = this.#cached.get(key)
    if (known !== undefined) return known
    const stored = await this.#workflows.get(id)
    const overview = overviewOf(await documentOf(stored), stored.secrets !== null, this.#catalogue)
    this.#cached.set(`${id}:${stored.revision}`, overview)
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= MAX_CACHED) break
      this.#cached.delete(oldest)
    }
    return overview
  }
}

function overviewOf(workflow: Workflow, has_secrets: boolean, catalogue: ServedCatalogue): Overview {
  const kinds = triggersIn(workflow, catalogue).map(({ kind }) => kind)
  return {
    node_count: workflow.nodes.length,
    triggers: [...new Set(kinds)],
    has_secrets,
    thumbnail: thumbnailOf(workflow),
  }
}

function thumbnailOf({ nodes, edges }: Workflow): Thumbnail {
  const drawn = nodes.filter((node) => nodeTypeIdOf(node) !== 'notes' && !isGroup(node)).slice(0, MAX_NODES)
  const places = new Map(drawn.map(({ id }, at) => [id, at]))
  const pairs = edges.flatMap(({ source, target }) => {
    const [from, to] = [places.get(source), places.get(target)]
    return from === undefined || to === undefined ? [] : [[from, to]]
  })
  return {
    nodes: drawn.map((node) => ({
      x: Math.round(node.position?.x ?? 0),
      y: Math.round(node.position?.y ?? 0),
      type: nodeTypeIdOf(node),
    })),
    edges: pairs.slice(0, MAX_EDGES),
  }
}
