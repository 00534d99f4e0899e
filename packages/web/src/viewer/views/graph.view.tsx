import type { PipelineDetail, WorkflowNode } from '@millrace/model'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Canvas } from '../../canvas/canvas.tsx'
import type { CanvasApi } from '../../canvas/canvas-api.ts'
import { PortValues } from '../../data/port-values.tsx'
import { NO_MARKS } from '../../graph/node-marks.ts'
import type { Selection } from '../../graph/selection.ts'
import { useText } from '../../i18n/use-text.ts'
import { EmptyState } from '../../ui/small-parts.tsx'
import { runEdgeMarks, runMarks } from '../run-marks.ts'
import type { BuiltInViewProps } from './view-props.ts'

const NO_EDGES: ReadonlySet<string> = new Set()

/** The workflow as drawn, each node in the color of its status. */
export function GraphView({ pipeline, workflow, nodes, catalogue, rules, selected, onSelect }: BuiltInViewProps) {
  const t = useText()
  const { detail } = pipeline
  const before = useRef(NO_MARKS)
  const marks = useMemo(() => {
    before.current = runMarks(detail, nodes, { before: before.current, edges: workflow.edges, t })
    return before.current
  }, [detail, nodes, workflow, t])
  const edgeMarks = useMemo(() => runEdgeMarks(detail, workflow), [detail, workflow])
  const selection = useMemo<Selection>(
    () => ({ nodes: new Set(selected === undefined ? [] : [selected]), edges: NO_EDGES }),
    [selected],
  )
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const canvas = useRef<CanvasApi>(null)
  useFirstLook(element, workflow.nodes, () => canvas.current?.show(activeNodes(detail)))
  if (workflow.nodes.length === 0) return <EmptyState icon="mdi:sitemap-outline" title={t.viewer.noNodes} />
  return (
    <div className="mr-graph-view" ref={setElement}>
      <Canvas
        graph={workflow}
        catalogue={catalogue}
        rules={rules}
        marks={marks}
        edgeMarks={edgeMarks}
        selection={selection}
        onSelect={(next) => onSelect([...next.nodes].at(-1))}
        apiRef={canvas}
        showsMinimap={workflow.nodes.length > 30}
      />
      <PortValues element={element} detail={detail} workflow={workflow} />
    </div>
  )
}

/** Minimum zoom at which the whole workflow is shown: names are still readable. */
const MIN_ZOOM = 0.45
const NODE_PX = 240

/** Shows the active nodes first if the whole workflow would be unreadable. */
function useFirstLook(element: HTMLElement | null, nodes: readonly WorkflowNode[], look: () => void): void {
  const newest = useRef(look)
  newest.current = look
  const across = nodes.map(({ position }) => position?.x ?? 0)
  const width = across.reduce((most, x) => Math.max(most, x), 0) - across.reduce((least, x) => Math.min(least, x), 0)
  const isReadable = element !== null && element.clientWidth / (width + NODE_PX) >= MIN_ZOOM
  useEffect(() => {
    if (element === null || element.clientWidth >= NARROW_PX || isReadable) return
    // The canvas first fits everything; this runs after it.
    const timer = setTimeout(() => newest.current(), FIRST_LOOK_MS)
    return () => clearTimeout(timer)
  }, [element, isReadable])
}

const NARROW_PX = 620
const FIRST_LOOK_MS = 250
const ACTIVE_STATUSES = ['running', 'interrupted', 'failed', 'paused']

/** The running or waiting nodes, or else the one that ran last. */
function activeNodes({ jobs }: PipelineDetail): string[] {
  for (const status of ACTIVE_STATUSES) {
    const found = jobs.filter((job) => job.status === status).map((job) => job.node_id)
    if (found.length > 0) return [...new Set(found)].slice(0, 3)
  }
  const last = jobs.filter((job) => job.started !== undefined).at(-1)
  return last === undefined ? [] : [last.node_id]
}
