/** Assigns cards to columns of the Kanban view. Pure. */

import type { Job, KanbanConfig, PipelineDetail, StepStatus } from '@millrace/model'
import { stepStatusOf } from '../graph/step-status.ts'
import type { Texts } from '../i18n/texts.ts'
import { statusOfNode } from './pipeline-state.ts'
import type { ViewedNode } from './viewed-nodes.ts'

export interface KanbanColumn {
  readonly key: string
  readonly label: string
  readonly statuses: readonly string[]
  readonly icon?: string | undefined
  readonly color?: string | undefined
}

export interface KanbanCard {
  readonly id: string
  readonly node: ViewedNode
  readonly title: string
  readonly status: StepStatus
  /** Absent if the node has no job yet. */
  readonly job: Job | undefined
}

export interface FilledColumn extends KanbanColumn {
  readonly cards: readonly KanbanCard[]
  /** Pills are shown only if the column does not imply the status. */
  readonly showsPills: boolean
}

export const defaultColumns = ({ viewer: { columns } }: Texts): readonly KanbanColumn[] => [
  {
    key: 'pending',
    label: columns.pending,
    statuses: ['idle', 'pending'],
    icon: 'mdi:clock-outline',
    color: 'var(--fd-muted-foreground)',
  },
  {
    key: 'in_progress',
    label: columns.inProgress,
    statuses: ['running', 'paused', 'interrupted'],
    icon: 'mdi:play-circle-outline',
    color: 'var(--mr-info)',
  },
  {
    key: 'done',
    label: columns.done,
    statuses: ['completed', 'skipped'],
    icon: 'mdi:check-circle',
    color: 'var(--fd-success)',
  },
  {
    key: 'failed',
    label: columns.failed,
    statuses: ['failed', 'cancelled'],
    icon: 'mdi:alert-circle',
    color: 'var(--fd-error)',
  },
]

/** The configured columns, or the default ones. */
export function columnsOf(config: KanbanConfig | undefined, t: Texts): readonly KanbanColumn[] {
  return config !== undefined && config.columns.length > 0 ? config.columns : defaultColumns(t)
}

/** One card per job of an existing node, and one per node without a job. */
export function cardsOf(
  detail: Pick<PipelineDetail, 'jobs' | 'node_statuses'>,
  nodes: readonly ViewedNode[],
): KanbanCard[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const withJob = new Set<string>()
  const cards = detail.jobs.flatMap((job): KanbanCard[] => {
    const node = byId.get(job.node_id)
    if (node === undefined) return []
    withJob.add(node.id)
    return [{ id: `job:${job.id}`, node, title: job.label || node.title, status: stepStatusOf(job.status), job }]
  })
  for (const node of nodes) {
    if (withJob.has(node.id)) continue
    const status = statusOfNode(detail, node.id) ?? 'pending'
    cards.push({ id: `node:${node.id}`, node, title: node.title, status, job: undefined })
  }
  return cards
}

/** The columns with their cards; a status that no column lists goes to the first column. */
export function filledColumns(columns: readonly KanbanColumn[], cards: readonly KanbanCard[]): FilledColumn[] {
  const places = new Map<string, number>()
  for (const [at, column] of columns.entries()) {
    for (const status of column.statuses) if (!places.has(status)) places.set(status, at)
  }
  const byColumn = Map.groupBy(cards, (card) => places.get(card.status) ?? 0)
  return columns.map((column, at) => ({
    ...column,
    cards: byColumn.get(at) ?? [],
    showsPills: column.statuses.length > 1,
  }))
}
