/** The inbox: questions of workflows, answered in place. */

import type { Interrupt } from '@millrace/client'
import type { Workflow } from '@millrace/model'
import { useEffect, useMemo, useState } from 'react'
import { LEAN } from '../api/lean.ts'
import { wholePage } from '../api/pages.ts'
import { useText } from '../i18n/use-text.ts'
import { executionPath, playgroundPath } from '../navigation/links.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { goTo, hrefOf } from '../navigation/router.ts'
import { QuestionCard } from '../questions/question-card.tsx'
import { shortMomentText } from '../questions/times.ts'
import { Button } from '../ui/button.tsx'
import { fullTimeText } from '../ui/date-time-text.ts'
import { Badge, EmptyState, Spinner } from '../ui/small-parts.tsx'
import { areUsual, filtersIn, inboxPath, NO_FILTERS } from './inbox-filters.ts'
import { InboxToolbar } from './inbox-toolbar.tsx'
import { OneQuestion } from './one-question.tsx'
import { useInbox } from './use-inbox.ts'

export function InboxPage({ query }: PageProps) {
  const question = query.get('question')
  if (question !== null && question !== '') {
    return (
      <OneQuestion
        key={question}
        id={question}
        head={(interrupt) => <About interrupt={interrupt} workflow={undefined} />}
      />
    )
  }
  return <Questions query={query} />
}

function Questions({ query }: Pick<PageProps, 'query'>) {
  const t = useText()
  const { client, caller } = usePage()
  const search = query.toString()
  const filters = useMemo(() => filtersIn(new URLSearchParams(search)), [search])
  const { list, hasMore, isLive, error, more, change } = useInbox(client, caller, filters)
  const workflows = useWorkflows()
  return (
    <div className="mr-list-place mr-inbox mr-scroll">
      <header className="mr-inbox__head">
        <h1>{t.inbox.title}</h1>
        {!isLive && <Badge tone="warning">{t.inbox.offline}</Badge>}
        <span className="mr-grow" />
        <InboxToolbar
          filters={filters}
          workflows={workflows}
          onChange={(next) => goTo(inboxPath(next), { replace: true })}
        />
      </header>
      {error !== undefined && <EmptyState icon="mdi:lan-disconnect" title={error.message} />}
      {list === undefined && error === undefined && (
        <div className="mr-inbox__wait">
          <Spinner />
        </div>
      )}
      {list?.length === 0 && <Nothing isUsual={areUsual(filters)} />}
      <ul className="mr-bare mr-inbox__list" aria-label={t.inbox.list}>
        {list?.map((interrupt) => (
          <li key={interrupt.id}>
            <QuestionCard
              client={client}
              caller={caller}
              interrupt={interrupt}
              onChange={change}
              head={<About interrupt={interrupt} workflow={workflows.find(({ id }) => id === interrupt.workflowId)} />}
            />
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className="mr-inbox__wait">
          <Button onClick={more}>{t.inbox.more}</Button>
        </div>
      )}
    </div>
  )
}

function Nothing({ isUsual }: { isUsual: boolean }) {
  const t = useText()
  if (isUsual) {
    return (
      <EmptyState icon="mdi:inbox-outline" title={t.inbox.none}>
        {t.inbox.noneText}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="mdi:inbox-outline"
      title={t.inbox.noneFiltered}
      actions={<Button onClick={() => goTo(inboxPath(NO_FILTERS), { replace: true })}>{t.inbox.clearFilters}</Button>}
    >
      {t.inbox.noneFilteredText}
    </EmptyState>
  )
}

/** The origin of a question. */
function About({ interrupt, workflow }: { interrupt: Interrupt; workflow: Workflow | undefined }) {
  const t = useText()
  const [now] = useState(() => Date.now())
  const { workflowId, sessionId, executionId, createdAt } = interrupt
  return (
    <span className="mr-inbox__about">
      {workflow === undefined ? (
        workflowId === '' && <span className="mr-clip">{t.inbox.unknownWorkflow}</span>
      ) : (
        <a className="mr-clip" href={hrefOf(`/workflows/${workflow.id}`)}>
          {workflow.name}
        </a>
      )}
      <a href={hrefOf(executionPath(executionId))}>{t.inbox.execution}</a>
      {sessionId !== undefined && <a href={hrefOf(playgroundPath(workflowId, sessionId))}>{t.inbox.session}</a>}
      <time className="mr-message__time" dateTime={createdAt} title={fullTimeText(createdAt, t)}>
        {shortMomentText(createdAt, now, t)}
      </time>
    </span>
  )
}

const MAX_WORKFLOWS = 100

/** Workflows for names and for the filter; the inbox works without them. */
function useWorkflows(): readonly Workflow[] {
  const { client } = usePage()
  const [workflows, setWorkflows] = useState<readonly Workflow[]>([])
  useEffect(() => {
    const args = { limit: MAX_WORKFLOWS, sort: 'name', order: 'asc', ...LEAN } as const
    wholePage(client.listWorkflows, args).then(
      ({ items }) => setWorkflows(items),
      () => undefined,
    )
  }, [client])
  return workflows
}
