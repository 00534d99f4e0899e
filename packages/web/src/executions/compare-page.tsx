/** Compares two executions step by step: status, duration, inputs and outputs. */
import type { PipelineDetail } from '@millrace/model'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { Values } from '../data/value-view.tsx'
import { useText } from '../i18n/use-text.ts'
import { comparePath, executionPath } from '../navigation/links.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { goTo, hrefOf } from '../navigation/router.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { dateTimeText } from '../ui/date-time-text.ts'
import { Icon } from '../ui/icon.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { durationOf, durationText } from '../viewer/durations.ts'
import { ErrorNote } from '../viewer/job-details.tsx'
import { StatusPill } from '../viewer/status-pill.tsx'
import { type ComparedStep, compareRuns, isDifferent } from './compare-runs.ts'

export function ComparePage({ query }: PageProps) {
  const t = useText()
  const { client } = usePage()
  const [a, b] = [query.get('a') ?? '', query.get('b') ?? '']
  const { runs, error } = useTwoRuns(client, a, b)
  return (
    <div className="mr-list-place mr-compare mr-scroll">
      <div className="mr-compare__head">
        <a
          className="mr-button mr-button--ghost mr-button--icon"
          href={hrefOf('/executions')}
          aria-label={t.execution.back}
          data-tip={t.execution.back}
        >
          <Icon name="mdi:arrow-left" size={18} />
        </a>
        <h1>{t.runs.compareTitle}</h1>
        <span className="mr-grow" />
        {runs !== undefined && (
          <Button icon="mdi:swap-horizontal" onClick={() => goTo(comparePath(b, a), { replace: true })}>
            {t.runs.swap}
          </Button>
        )}
      </div>
      {error !== undefined && (
        <EmptyState icon="mdi:compare-horizontal" title={t.runs.comparePick}>
          {error}
        </EmptyState>
      )}
      {error === undefined && (runs === undefined ? <Spinner /> : <Comparison client={client} a={runs.a} b={runs.b} />)}
    </div>
  )
}

interface Runs {
  readonly a: PipelineDetail
  readonly b: PipelineDetail
}

function useTwoRuns(client: Client, a: string, b: string): { runs?: Runs | undefined; error?: string | undefined } {
  const t = useText()
  const [loaded, setLoaded] = useState<{ key: string; runs?: Runs; error?: string }>()
  const key = `${a} ${b}`
  useEffect(() => {
    if (a === '' || b === '') return
    const end = new AbortController()
    const { signal } = end
    Promise.all([client.getPipeline({ id: a }, { signal }), client.getPipeline({ id: b }, { signal })]).then(
      ([first, second]) => setLoaded({ key, runs: { a: first, b: second } }),
      (error: unknown) => !signal.aborted && setLoaded({ key, error: asApiError(error).message }),
    )
    return () => end.abort()
  }, [client, a, b, key])
  if (a === '' || b === '') return { error: t.runs.compareHint }
  return loaded?.key === key ? loaded : {}
}

function Comparison({ client, a, b }: Runs & { client: Client }) {
  const t = useText()
  const steps = useMemo(() => compareRuns(a, b), [a, b])
  const different = steps.filter(isDifferent)
  const [isShort, setShort] = useState(true)
  const shown = isShort ? different : steps
  return (
    <>
      <div className="mr-compare__runs">
        <RunCard name={t.runs.runA} run={a} />
        <RunCard name={t.runs.runB} run={b} />
      </div>
      {a.workflow_id !== b.workflow_id && <Note>{t.runs.otherWorkflow}</Note>}
      {(a.has_more_jobs === true || b.has_more_jobs === true) && <Note>{t.runs.someSteps}</Note>}
      <div className="mr-compare__bar">
        <span role="status">
          {different.length === 0 ? t.runs.noDifferences : t.runs.differences(different.length)}
        </span>
        <label className="mr-compare__only">
          <input type="checkbox" checked={isShort} onChange={(event) => setShort(event.target.checked)} />
          {t.runs.onlyDifferences}
        </label>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon="mdi:check-circle-outline" title={t.runs.noDifferences}>
          {t.runs.noDifferencesText}
        </EmptyState>
      ) : (
        <ul className="mr-compare__steps">
          {shown.map((step) => (
            <Step key={step.key} client={client} step={step} />
          ))}
        </ul>
      )}
    </>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="mr-compare__note">
      <Icon name="mdi:information-outline" size={15} />
      {children}
    </p>
  )
}

function RunCard({ name, run }: { name: string; run: PipelineDetail }) {
  const t = useText()
  const end = run.completed ?? run.updated
  return (
    <section className="mr-compare__run" aria-label={name}>
      <div className="mr-compare__run-head">
        <strong>{name}</strong>
        <StatusPill status={run.status} />
        <a className="mr-mono" href={hrefOf(executionPath(run.id))}>
          {run.id.slice(-8)}
        </a>
      </div>
      <span className="mr-muted mr-number">
        {dateTimeText(run.created, t)} · {durationText(Math.max(0, Date.parse(end) - Date.parse(run.created)), t)}
        {run.trigger !== undefined && ` · ${t.runs.triggers[run.trigger]}`}
      </span>
      {run.error !== undefined && <span className="mr-compare__error">{t.message(run.error)}</span>}
    </section>
  )
}

function Step({ client, step }: { client: Client; step: ComparedStep }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const parts = [
    [t.runs.inputs, step.hasSameInputs],
    [t.runs.outputs, step.hasSameOutputs],
  ] as const
  return (
    <li className="mr-compare__step">
      <button type="button" className="mr-compare__toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="mdi:chevron-right" size={16} className="mr-table__arrow" />
        <span className="mr-compare__name mr-clip">{step.title}</span>
        <Side job={step.a} />
        <Side job={step.b} />
        <span className="mr-compare__marks">
          {parts.map(([name, isSame]) => (
            <span key={name} className={classNames('mr-compare__mark', !isSame && 'mr-compare__mark--differs')}>
              <Icon name={isSame ? 'mdi:equal' : 'mdi:not-equal-variant'} size={13} />
              {name}
              <span className="mr-visually-hidden">{isSame ? t.runs.same : t.runs.differs}</span>
            </span>
          ))}
        </span>
      </button>
      {isOpen && (
        <div className="mr-compare__details">
          {([step.a, step.b] as const).map((job, at) => (
            <section key={at === 0 ? 'a' : 'b'} aria-label={at === 0 ? t.runs.runA : t.runs.runB}>
              {job === undefined ? (
                <p className="mr-muted">{t.runs.notRun}</p>
              ) : (
                <>
                  <ErrorNote text={job.error_message} code={job.error_code} />
                  <p className="mr-label">{t.runs.inputs}</p>
                  <Values client={client} values={job.input_data} none={t.viewer.noInput} />
                  <p className="mr-label">{t.runs.outputs}</p>
                  <Values client={client} values={job.output_data} none={t.viewer.noOutput} />
                </>
              )}
            </section>
          ))}
        </div>
      )}
    </li>
  )
}

function Side({ job }: { job: ComparedStep['a'] }) {
  const t = useText()
  const ms = job === undefined ? undefined : durationOf(job)
  return (
    <span className="mr-compare__side">
      {job === undefined ? <span className="mr-muted">{t.runs.notRun}</span> : <StatusPill status={job.status} />}
      {ms !== undefined && <span className="mr-muted mr-number">{durationText(ms, t)}</span>}
    </span>
  )
}
