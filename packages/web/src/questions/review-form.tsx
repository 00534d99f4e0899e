import { pointer } from '@millrace/model'
import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import type { AnswerFormProps } from './answer-form.ts'
import { problemBelow, problemsElsewhere } from './answer-problems.ts'
import { ProblemLine } from './problem-line.tsx'
import { ReviewChange } from './review-change.tsx'
import { type Decisions, decidedAll, reviewAnswer, tallyOf } from './review-decisions.ts'
import { isSendKey } from './send-key.ts'

/** Proposed changes, each accepted, rejected or accepted with edits. */
export function ReviewForm({ config, problems, isBusy, onAnswer, aside }: AnswerFormProps<'review'>) {
  const t = useText()
  const { changes } = config
  const [decisions, setDecisions] = useState<Decisions>({})
  const { accepted, rejected, open } = tallyOf(changes, decisions)
  const answer = reviewAnswer(changes, decisions)
  const placeOf = (field: string) => pointer('/decisions', field)
  return (
    <form
      className="mr-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (answer !== undefined) onAnswer(answer)
      }}
      onKeyDown={(event) => {
        if (isSendKey(event)) event.currentTarget.requestSubmit()
      }}
    >
      <div className="mr-review__bar">
        <span className="mr-muted mr-grow" aria-live="polite">
          {open === 0 ? t.questions.tally(accepted, rejected) : t.questions.decided(open)}
        </span>
        <Button
          small
          icon="mdi:check-all"
          disabled={isBusy}
          onClick={() => setDecisions(decidedAll(changes, true, decisions))}
        >
          {config.accept_all_label || t.questions.acceptAll}
        </Button>
        <Button small icon="mdi:close" disabled={isBusy} onClick={() => setDecisions(decidedAll(changes, false))}>
          {config.reject_all_label || t.questions.rejectAll}
        </Button>
      </div>
      <ul className="mr-bare mr-review mr-scroll">
        {changes.map((change) => (
          <ReviewChange
            key={change.field}
            change={change}
            decision={decisions[change.field]}
            problem={problemBelow(problems, placeOf(change.field))}
            disabled={isBusy}
            onDecide={(decision) => setDecisions((before) => ({ ...before, [change.field]: decision }))}
          />
        ))}
      </ul>
      <ProblemLine
        text={
          problemsElsewhere(
            problems,
            changes.map(({ field }) => placeOf(field)),
          )[0]
        }
      />
      <div className="mr-question__actions">
        <Button look="primary" submit disabled={isBusy || answer === undefined}>
          {config.submit_label || t.questions.send}
        </Button>
        {aside}
      </div>
    </form>
  )
}
