/** The nodes of a workflow with title, type, icon and color. Notes and ideas never run and are omitted. */
import type { Job, NodeType, Workflow, WorkflowNode } from '@millrace/model'
import { lookOf } from '../graph/node-look.ts'

export interface ViewedNode {
  readonly id: string
  readonly title: string
  readonly typeName: string
  readonly typeId: string
  readonly icon: string
  readonly color: string
}

/** The fields of a workflow that the viewer needs. */
export type ViewedWorkflow = Pick<Workflow, 'id' | 'name' | 'nodes' | 'edges' | 'project'>

const NO_PORTS: ReadonlySet<string> = new Set()
const DRAWN_ONLY = new Set<string>(['note', 'idea', 'group'])

export function viewedNodes(nodes: readonly WorkflowNode[], types: ReadonlyMap<string, NodeType>): ViewedNode[] {
  return nodes.flatMap((node) => {
    const { visual, title, typeId, icon, color } = lookOf(node, types, NO_PORTS)
    if (DRAWN_ONLY.has(visual)) return []
    return [{ id: node.id, title, typeName: types.get(typeId)?.name ?? typeId, typeId, icon, color }]
  })
}

const COLUMNS = 4
const STEP = { x: 280, y: 130 }

/**
 * Placeholder for a workflow that was never saved or was deleted: the nodes of the jobs in rows, without connections.
 */
export function workflowFromJobs(id: string, jobs: readonly Job[]): ViewedWorkflow {
  const labels = new Map<string, string>()
  for (const job of jobs) {
    if (!labels.has(job.node_id))
      labels.set(job.node_id, job.iteration === undefined ? job.label : job.label.replace(/ #\d+$/, ''))
  }
  const nodes = [...labels].map(([node, label], at) => ({
    id: node,
    type: '',
    position: { x: (at % COLUMNS) * STEP.x, y: Math.floor(at / COLUMNS) * STEP.y },
    data: { label, config: {} },
  }))
  return { id, name: '', nodes: nodes as unknown as Workflow['nodes'], edges: [] }
}
