import { isExecutionOver, type StepStatus } from '@millrace/model'
import { useMemo } from 'react'
import type { Client } from '../api/client.ts'
import { Values } from '../data/value-view.tsx'
import { useText } from '../i18n/use-text.ts'
import { durationText } from './durations.ts'
import { ErrorNote, Fact, Facts, Moment } from './job-details.tsx'
import type { PipelineState } from './pipeline-state.ts'
import { type RunResults, runResults } from './run-results.ts'
import { starterText } from './starter-text.ts'
import { StatusPill } from './status-pill.tsx'
import { useClock } from './use-clock.ts'
import type { ViewedNode } from './viewed-nodes.ts'

/** In display order; an idle job counts as pending. */
const COUNTED: readonly Exclude<StepStatus, 'idle'>[] = [
  'running',
  'interrupted',
  'paused',
  'pending',
  'completed',
  'skipped',
  'failed',
  'cancelled',
]

interface OverviewProps {
  readonly client: Client
  readonly pipeline: PipelineState
  readonly nodes: readonly ViewedNode[]
}

/** Summary of the execution, with its result first. */
export function Overview({ client, pipeline: { detail }, nodes }: OverviewProps) {
  const t = useText()
  const isOver = isExecutionOver(detail.status)
  const now = useClock(!isOver)
  const results = useMemo(
    (): RunResults => (isOver ? runResults(detail, nodes) : { values: detail.outputs }),
    [detail, nodes, isOver],
  )
  const { job_status_summary: summary, usage } = detail
  const end = detail.completed ?? (isOver ? detail.updated : undefined)
  const ms = (end === undefined ? now : Date.parse(end)) - Date.parse(detail.created)
  const launched = flattened(detail.inputs)
  return (
    <div className="mr-stack mr-overview">
      <ErrorNote text={detail.error} code={detail.error_code} />
      {detail.values_removed !== undefined && <p className="mr-muted">{t.viewer.valuesNotKept}</p>}
      <section>
        <h2 className="mr-label">
          {results.lastNode === undefined ? t.viewer.results : t.viewer.outputOf(results.lastNode)}
        </h2>
        <Values client={client} values={results.values} none={isOver ? t.viewer.noResults : t.viewer.noResultsYet} />
      </section>
      <Facts>
        <Fact name={t.viewer.created}>
          <Moment iso={detail.created} />
        </Fact>
        {end !== undefined && (
          <Fact name={t.viewer.finished}>
            <Moment iso={end} />
          </Fact>
        )}
        <Fact name={t.viewer.duration}>{durationText(Math.max(0, ms), t)}</Fact>
        {detail.trigger !== undefined && <Fact name={t.runs.trigger}>{t.runs.triggers[detail.trigger]}</Fact>}
        {detail.started_by !== undefined && (
          <Fact name={t.runs.startedBy}>
            <span data-tip={starterText(detail, t)}>{detail.started_by}</span>
          </Fact>
        )}
        {detail.started_by_kind !== undefined && (
          <Fact name={t.runs.starterKind}>{t.runs.starters[detail.started_by_kind]}</Fact>
        )}
        {detail.revision !== undefined && <Fact name={t.runs.version}>{detail.revision}</Fact>}
        {usage !== undefined && (
          <Fact name={t.viewer.tokens}>{t.viewer.tokensText(usage.inputTokens, usage.outputTokens)}</Fact>
        )}
        <Fact name={t.viewer.id}>
          <span className="mr-mono">{detail.id}</span>
        </Fact>
      </Facts>
      <section>
        <h2 className="mr-label">
          {t.viewer.jobs} ({summary.total})
        </h2>
        <div className="mr-counts">
          {COUNTED.filter((status) => (summary[status] ?? 0) > 0).map((status) => (
            <StatusPill key={status} status={status} label={`${summary[status]} ${t.status.step[status]}`} />
          ))}
        </div>
      </section>
      <section>
        <h2 className="mr-label">{t.viewer.launch}</h2>
        <Values client={client} values={launched} none={t.viewer.noLaunch} />
      </section>
    </div>
  )
}

/** Inputs of a single node with a single value are shown as that value. */
function flattened(inputs: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(inputs).map(([key, value]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value) || '$cut' in value || '$removed' in value)
        return [key, value]
      const entries = Object.entries(value)
      return entries.length === 1 && entries[0] !== undefined
        ? [`${key}.${entries[0][0]}`, entries[0][1]]
        : [key, value]
    }),
  )
}
