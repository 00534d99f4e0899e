import type { Job } from '@millrace/model'
import { useState } from 'react'
import type { Client } from '../api/client.ts'
import { t } from '../i18n/strings.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote, JobDetails, JobList } from './job-details.tsx'
import type { TableRow } from './table-rows.ts'

interface NodeDetailsProps {
  readonly client: Client
  readonly row: TableRow
  readonly drafts: ReadonlyMap<string, string>
  readonly linkTo?: ((executionId: string) => string) | undefined
}

/** A node in a run: its newest job, the tools that it called, its rounds. The same in the table and in the inspector. */
export function NodeDetails({ client, row, drafts, linkTo }: NodeDetailsProps) {
  const { job, rounds, toolCalls } = row
  const shared = { client, linkTo, drafts }
  return (
    <div className="mr-stack mr-node-details">
      {job === undefined ? (
        <>
          <ErrorNote text={row.error} />
          <p className="mr-muted mr-small">{t.viewer.never}</p>
        </>
      ) : (
        rounds.length === 1 && (
          <JobDetails
            client={client}
            job={job}
            draft={drafts.get(job.id)}
            lastExecuted={row.lastExecuted}
            error={row.error}
            linkTo={linkTo}
          />
        )
      )}
      {rounds.length > 1 && <Rounds {...shared} jobs={rounds} />}
      {toolCalls.length > 0 && (
        <section>
          <h4 className="mr-label">{t.viewer.toolCalls}</h4>
          <JobList {...shared} jobs={toolCalls} nameOf={(call) => call.label} />
        </section>
      )}
    </div>
  )
}

const FIRST = 20

interface RoundsProps {
  readonly client: Client
  readonly jobs: readonly Job[]
  readonly drafts: ReadonlyMap<string, string>
  readonly linkTo: ((executionId: string) => string) | undefined
}

/** The rounds of a node, newest first; many are shown when asked for. */
function Rounds({ jobs, ...rest }: RoundsProps) {
  const [shown, setShown] = useState(FIRST)
  const newestFirst = [...jobs].reverse()
  const hidden = jobs.length - shown
  return (
    <section>
      <h4 className="mr-label">
        {jobs.some((job) => job.tool_of !== undefined) ? t.viewer.toolCalls : t.viewer.roundsTitle}
      </h4>
      <JobList {...rest} jobs={newestFirst.slice(0, shown)} nameOf={(job) => job.label} />
      {hidden > 0 && (
        <Button small look="ghost" onClick={() => setShown(shown + 5 * FIRST)}>
          {t.viewer.moreRounds(Math.min(hidden, 5 * FIRST))}
        </Button>
      )}
    </section>
  )
}
