import { useMemo, useRef, useState } from 'react'
import { Canvas, type Selection } from '../../canvas/canvas.tsx'
import { NO_MARKS } from '../../canvas/marks.ts'
import { t } from '../../i18n/strings.ts'
import { EmptyState } from '../../ui/small-parts.tsx'
import { PortValues } from '../port-values.tsx'
import { runEdgeMarks, runMarks } from '../run-marks.ts'
import type { BuiltInViewProps } from './view-props.ts'

const NO_EDGES: ReadonlySet<string> = new Set()

/** The workflow as it was drawn, each node in the colour of its status. */
export function GraphView({ pipeline, workflow, nodes, catalogue, rules, selected, onSelect }: BuiltInViewProps) {
  const { detail } = pipeline
  const before = useRef(NO_MARKS)
  const marks = useMemo(() => {
    before.current = runMarks(detail, nodes, before.current)
    return before.current
  }, [detail, nodes])
  const edgeMarks = useMemo(() => runEdgeMarks(detail, workflow), [detail, workflow])
  const selection = useMemo<Selection>(
    () => ({ nodes: new Set(selected === undefined ? [] : [selected]), edges: NO_EDGES }),
    [selected],
  )
  const [element, setElement] = useState<HTMLDivElement | null>(null)
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
        showsMinimap={workflow.nodes.length > 30}
      />
      <PortValues element={element} detail={detail} workflow={workflow} />
    </div>
  )
}
