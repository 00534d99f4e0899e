/** The details of one job: times, duration, attempts, error, inputs and outputs. */
import type { Job } from '@millrace/model'
import type { ReactNode } from 'react'
import type { Client } from '../api/client.ts'
import { expressionPath } from '../data/expression-path.ts'
import type { ValuePath } from '../data/value-path.ts'
import { Values } from '../data/value-view.tsx'
import { useText } from '../i18n/use-text.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { fullTimeText, momentText } from '../ui/date-time-text.ts'
import { Icon } from '../ui/icon.tsx'
import { durationOf, durationText } from './durations.ts'
import { ErrorResponse } from './error-response.tsx'
import { StatusIcon } from './status-pill.tsx'
import { useClock } from './use-clock.ts'

interface JobDetailsProps {
  readonly client: Client
  readonly job: Job
  /** The partial output while it is being written. */
  readonly draft?: string | undefined
  /** Fallback for a job without a time. */
  readonly lastExecuted?: string | undefined
  readonly error?: string | undefined
  readonly linkTo?: ((executionId: string) => string) | undefined
  /** Rendered between the facts and the data. */
  readonly children?: ReactNode
}

export function JobDetails({ client, job, draft, lastExecuted, error, linkTo, children }: JobDetailsProps) {
  const t = useText()
  const now = useClock(job.status === 'running')
  const ms = durationOf(job, now)
  const last = job.started ?? lastExecuted
  return (
    <div className="mr-job">
      <ErrorNote text={job.error_message ?? error} code={job.error_code} details={job.error_details} />
      <Facts>
        <Fact name={t.viewer.lastExecuted}>{last === undefined ? t.viewer.never : <Moment iso={last} />}</Fact>
        {ms !== undefined && <Fact name={t.viewer.duration}>{durationText(ms, t)}</Fact>}
        <Fact name={t.viewer.attempts}>{job.attempt}</Fact>
        {job.usage !== undefined && (
          <Fact name={t.viewer.tokens}>{t.viewer.tokensText(job.usage.inputTokens, job.usage.outputTokens)}</Fact>
        )}
        {job.until !== undefined && (
          <Fact name={t.viewer.waitsUntil}>
            <Moment iso={job.until} />
          </Fact>
        )}
        {job.child_id !== undefined && (
          <Fact name={t.viewer.child}>
            {linkTo === undefined ? (
              <span className="mr-mono">{job.child_id}</span>
            ) : (
              <a className="mr-mono" href={linkTo(job.child_id)}>
                {job.child_id.slice(-8)}
              </a>
            )}
          </Fact>
        )}
      </Facts>
      {children}
      <div className="mr-job__data">
        <section>
          <p className="mr-label">{t.viewer.input}</p>
          <Values client={client} values={job.input_data} none={t.viewer.noInput} />
        </section>
        <section>
          <p className="mr-label">{draft === undefined ? t.viewer.output : t.viewer.writing}</p>
          {draft === undefined ? (
            <Values client={client} values={job.output_data} none={t.viewer.noOutput} path={pathOf(job)} />
          ) : (
            <pre className="mr-datum__text mr-scroll">{draft}</pre>
          )}
        </section>
      </div>
    </div>
  )
}

/** How expressions of later nodes refer to the outputs of a step. */
function pathOf({ node_id }: Job): ValuePath {
  return { start: expressionPath('nodes', [node_id]), canDrag: false }
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="mr-job-facts">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="mr-job-facts__one">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function Moment({ iso }: { iso: string }) {
  const t = useText()
  return (
    <time dateTime={iso} data-tip={fullTimeText(iso, t)}>
      {momentText(iso, t)}
    </time>
  )
}

/** Number of characters above which an error scrolls. */
const LONG_ERROR = 500

interface ErrorNoteProps {
  readonly text: string | undefined
  readonly code?: string | undefined
  /** Facts about the cause, such as the response of a server. */
  readonly details?: unknown
}

export function ErrorNote({ text: english, code, details }: ErrorNoteProps) {
  const t = useText()
  if (english === undefined || english === '') return null
  const text = t.message(english)
  return (
    <div className="mr-error-note">
      <div className="mr-error-note__head">
        <Icon name="mdi:alert-circle" size={15} />
        {code !== undefined && <code className="mr-error-note__code">{code}</code>}
        <span className="mr-grow" />
        <CopyButton text={text} />
      </div>
      {/* Long errors scroll, and scrollable elements must be focusable by keyboard. */}
      <p className="mr-scroll" tabIndex={text.length > LONG_ERROR ? 0 : undefined}>
        {text}
      </p>
      <ErrorResponse details={details} />
    </div>
  )
}

interface JobListProps extends Omit<JobDetailsProps, 'job' | 'draft'> {
  readonly jobs: readonly Job[]
  readonly drafts: ReadonlyMap<string, string>
  readonly nameOf: (job: Job) => string
}

/** Collapsible jobs: tool calls or loop iterations. */
export function JobList({ jobs, drafts, nameOf, ...rest }: JobListProps) {
  const t = useText()
  return (
    <ul className="mr-job-list">
      {jobs.map((job) => {
        const ms = durationOf(job)
        return (
          <li key={job.id}>
            <details className="mr-fold">
              <summary>
                <Icon name="mdi:chevron-right" size={14} className="mr-fold-mark" />
                <StatusIcon status={job.status} size={14} />
                <span className="mr-grow mr-clip">{nameOf(job)}</span>
                {ms !== undefined && <span className="mr-muted mr-number">{durationText(ms, t)}</span>}
              </summary>
              <JobDetails {...rest} job={job} draft={drafts.get(job.id)} />
            </details>
          </li>
        )
      })}
    </ul>
  )
}
