import type { Interrupt } from '@millrace/client'
import { type ReactNode, useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { hrefOf } from '../navigation/router.ts'
import { QuestionCard } from '../questions/question-card.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'

interface OneQuestionProps {
  readonly id: string
  readonly head: (interrupt: Interrupt) => ReactNode
}

/** One question with its form: the target of links in notifications. */
export function OneQuestion({ id, head }: OneQuestionProps) {
  const t = useText()
  const { client, caller } = usePage()
  const [interrupt, setInterrupt] = useState<Interrupt>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    let isWanted = true
    client.getInterrupt({ id }).then(
      (found) => isWanted && setInterrupt(found),
      (failure: unknown) => isWanted && setError(asApiError(failure).message),
    )
    return () => {
      isWanted = false
    }
  }, [client, id])
  return (
    <div className="mr-list-place mr-inbox mr-scroll">
      <header className="mr-inbox__head">
        <h1>{t.inbox.title}</h1>
        <span className="mr-grow" />
        <a href={hrefOf('/inbox')}>{t.inbox.showAll}</a>
      </header>
      {error !== undefined && <EmptyState icon="mdi:alert-circle-outline" title={t.message(error)} />}
      {interrupt === undefined && error === undefined && (
        <div className="mr-inbox__wait">
          <Spinner />
        </div>
      )}
      {interrupt !== undefined && (
        <QuestionCard
          client={client}
          caller={caller}
          interrupt={interrupt}
          onChange={setInterrupt}
          head={head(interrupt)}
        />
      )}
    </div>
  )
}
