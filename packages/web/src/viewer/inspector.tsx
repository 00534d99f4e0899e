/** The details panel: overview, selected node, log and open questions. */
import type { Caller } from '@millrace/client'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { QuestionCard } from '../questions/question-card.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { LogList } from './log-list.tsx'
import { NodeDetails } from './node-details.tsx'
import { Overview } from './overview.tsx'
import { StatusPill } from './status-pill.tsx'
import { tableRows } from './table-rows.ts'
import type { ViewedNode } from './viewed-nodes.ts'
import type { Watched } from './watch-pipeline.ts'

export type InspectorTab = 'overview' | 'node' | 'logs' | 'questions'

interface InspectorProps {
  readonly client: Client
  readonly caller?: Caller | undefined
  readonly watched: Watched
  readonly nodes: readonly ViewedNode[]
  readonly selected: string | undefined
  readonly onSelect: (node: string) => void
  readonly onClose?: (() => void) | undefined
  /** Called when a question was answered. */
  readonly onChange: () => void
  readonly linkTo?: ((executionId: string) => string) | undefined
  /** True if the result is shown first, even if a node is selected. */
  readonly startsWithResult?: boolean
  /** Rendered between the name of the selected node and its details. */
  readonly nodeExtras?: ((node: ViewedNode) => React.ReactNode) | undefined
}

export function Inspector(props: InspectorProps) {
  const t = useText()
  const { client, caller, watched, nodes, selected, onSelect, onClose, onChange, linkTo, nodeExtras } = props
  const { pipeline, logs, questions } = watched
  const [tab, setTab] = useTab({
    selected,
    questions: questions.length,
    run: pipeline?.detail.id,
    startsWithResult: props.startsWithResult === true,
  })
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes])
  const detail = pipeline?.detail
  const node = selected === undefined ? undefined : byId.get(selected)
  const row = useMemo(
    () => (detail === undefined || node === undefined ? undefined : tableRows(detail, [node])[0]),
    [detail, node],
  )
  if (pipeline === undefined) return null
  const tabs = (['overview', 'node', 'logs', 'questions'] as const).map((key) => ({
    key,
    label: (
      <>
        {t.viewer.tabs[key]}
        {key === 'questions' && questions.length > 0 && <span className="mr-tab__count">{questions.length}</span>}
      </>
    ),
  }))
  return (
    <aside className="mr-inspector-side" aria-label={t.viewer.inspector}>
      {onClose !== undefined && (
        <IconButton
          icon="mdi:close"
          label={t.viewer.hideInspector}
          small
          className="mr-inspector-side__close"
          onClick={onClose}
        />
      )}
      <Tabs
        label={t.viewer.inspector}
        tabs={tabs}
        selected={tab}
        onSelect={setTab}
        panelClassName={`mr-inspector-side__panel mr-scroll${tab === 'logs' ? ' mr-inspector-side__panel--logs' : ''}`}
      >
        {tab === 'overview' && <Overview client={client} pipeline={pipeline} nodes={nodes} />}
        {tab === 'node' &&
          (row === undefined || node === undefined ? (
            <EmptyState icon="mdi:cursor-default-click-outline" title={t.viewer.chooseNode}>
              {t.viewer.chooseNodeText}
            </EmptyState>
          ) : (
            <>
              <NodeHead node={node} status={row.status} />
              {nodeExtras?.(node)}
              <NodeDetails key={node.id} client={client} row={row} drafts={pipeline.drafts} linkTo={linkTo} />
            </>
          ))}
        {tab === 'logs' && <LogList logs={logs} nodes={byId} selected={selected} onSelect={onSelect} />}
        {tab === 'questions' &&
          (questions.length === 0 ? (
            <EmptyState icon="mdi:comment-question-outline" title={t.viewer.noQuestions}>
              {t.viewer.noQuestionsText}
            </EmptyState>
          ) : (
            <div className="mr-stack">
              {questions.map((question) => (
                <QuestionCard
                  key={question.id}
                  client={client}
                  interrupt={question}
                  caller={caller}
                  onChange={onChange}
                />
              ))}
            </div>
          ))}
      </Tabs>
    </aside>
  )
}

function NodeHead({ node, status }: { node: ViewedNode; status: string }) {
  return (
    <div className="mr-node-head">
      <span className="mr-card__tile" style={{ '--node-color': node.color } as React.CSSProperties}>
        <Icon name={node.icon} size={16} />
      </span>
      <div className="mr-grow">
        <h2 className="mr-clip">{node.title}</h2>
        {node.typeName !== node.title && <p className="mr-muted mr-small mr-clip">{node.typeName}</p>}
      </div>
      <StatusPill status={status} />
    </div>
  )
}

interface TabContext {
  readonly selected: string | undefined
  /** Number of open questions. */
  readonly questions: number
  /** The shown execution. */
  readonly run: string | undefined
  readonly startsWithResult: boolean
}

/**
 * The selected tab: selecting a node opens its tab; a new question opens the questions once; another run opens its
 * result. The log stays open, because it follows the run; the tab of the questions shows their number.
 */
function useTab({ selected, questions, run, startsWithResult }: TabContext) {
  const [tab, setTab] = useState<InspectorTab>(
    questions > 0 ? 'questions' : selected === undefined || startsWithResult ? 'overview' : 'node',
  )
  const before = useRef({ selected, questions, run })
  useEffect(() => {
    const last = before.current
    before.current = { selected, questions, run }
    if (questions > 0 && last.questions === 0) setTab((now) => (now === 'logs' ? now : 'questions'))
    else if (startsWithResult && run !== last.run) setTab((now) => (now === 'logs' ? now : 'overview'))
    else if (selected !== undefined && selected !== last.selected) setTab((now) => (now === 'logs' ? now : 'node'))
  }, [selected, questions, run, startsWithResult])
  return [tab, setTab] as const
}
