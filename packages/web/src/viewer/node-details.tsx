import type { Job } from '@millrace/model'
import { useState } from 'react'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote, JobDetails, JobList } from './job-details.tsx'
import type { TableRow } from './table-rows.ts'

interface NodeDetailsProps {
  readonly client: Client
  readonly row: TableRow
  readonly drafts: ReadonlyMap<string, string>
  readonly linkTo?: ((executionId: string) => string) | undefined
}

/** A node in a run: its newest job, its tool calls and its iterations. Used in the table and in the details panel. */
export function NodeDetails({ client, row, drafts, linkTo }: NodeDetailsProps) {
  const t = useText()
  const { job, rounds, toolCalls } = row
  const shared = { client, linkTo, drafts }
  const calls = toolCalls.length > 0 && (
    <section>
      <p className="mr-label">{t.viewer.toolCalls}</p>
      <JobList {...shared} jobs={toolCalls} nameOf={(call) => call.label} />
    </section>
  )
  if (job === undefined) {
    return (
      <div className="mr-stack">
        <ErrorNote text={row.error} />
        <p className="mr-muted mr-small">{t.viewer.didNotRun}</p>
      </div>
    )
  }
  if (rounds.length > 1) {
    return (
      <div className="mr-stack mr-node-details">
        <Rounds {...shared} jobs={rounds} />
        {calls}
      </div>
    )
  }
  return (
    <JobDetails
      client={client}
      job={job}
      draft={drafts.get(job.id)}
      lastExecuted={row.lastExecuted}
      error={row.error}
      linkTo={linkTo}
    >
      {calls}
    </JobDetails>
  )
}

const FIRST = 20
const MORE = 100

interface RoundsProps {
  readonly client: Client
  readonly jobs: readonly Job[]
  readonly drafts: ReadonlyMap<string, string>
  readonly linkTo: ((executionId: string) => string) | undefined
}

/** The iterations of a node, newest first; the rest is shown on demand. */
function Rounds({ jobs, ...rest }: RoundsProps) {
  const t = useText()
  const [shown, setShown] = useState(FIRST)
  const hidden = jobs.length - shown
  const areCalls = jobs.some((job) => job.tool_of !== undefined)
  return (
    <section>
      <p className="mr-label">{areCalls ? t.viewer.toolCalls : t.viewer.roundsTitle}</p>
      <JobList {...rest} jobs={jobs.toReversed().slice(0, shown)} nameOf={(job) => job.label} />
      {hidden > 0 && (
        <Button small look="ghost" onClick={() => setShown(shown + MORE)}>
          {t.viewer.moreRounds(Math.min(hidden, MORE))}
        </Button>
      )}
    </section>
  )
}
