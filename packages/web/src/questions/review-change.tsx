import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Badge } from '../ui/small-parts.tsx'
import { ProblemLine } from './problem-line.tsx'
import { type Change, type Decision, editableText, editedValue } from './review-decisions.ts'
import { ValueDifference } from './value-difference.tsx'

interface ReviewChangeProps {
  readonly change: Change
  readonly decision: Decision | undefined
  readonly problem: string | undefined
  readonly disabled: boolean
  readonly onDecide: (decision: Decision) => void
}

/** One proposed change: the difference, accept and reject, and editing. */
export function ReviewChange({ change, decision, problem, disabled, onDecide }: ReviewChangeProps) {
  const t = useText()
  const { field, label, original, proposed } = change
  const [draft, setDraft] = useState<string>()
  const value = decision?.edited === undefined ? proposed : decision.edited.value
  const state = decision === undefined ? 'open' : decision.accepted ? 'accepted' : 'rejected'
  const read = draft === undefined ? undefined : editedValue(draft, proposed)
  return (
    <li className="mr-review__change" data-state={state}>
      <div className="mr-review__head">
        <span className="mr-review__label mr-clip">{label || field}</span>
        {decision?.edited !== undefined && <Badge tone="info">{t.questions.edited}</Badge>}
        <span className="mr-grow" />
        <IconButton
          small
          icon="mdi:pencil-outline"
          label={t.questions.edit}
          disabled={disabled}
          aria-expanded={draft !== undefined}
          onClick={() => setDraft(draft === undefined ? editableText(value) : undefined)}
        />
        <Button
          small
          className="mr-review__accept"
          aria-pressed={state === 'accepted'}
          aria-label={`${t.questions.accept}: ${label || field}`}
          disabled={disabled}
          onClick={() => onDecide({ ...decision, accepted: true })}
        >
          {t.questions.accept}
        </Button>
        <Button
          small
          className="mr-review__reject"
          aria-pressed={state === 'rejected'}
          aria-label={`${t.questions.reject}: ${label || field}`}
          disabled={disabled}
          onClick={() => onDecide({ accepted: false })}
        >
          {t.questions.reject}
        </Button>
      </div>
      {draft === undefined ? (
        <div className="mr-review__value">
          <ValueDifference before={original} after={value} />
        </div>
      ) : (
        <div className="mr-stack">
          <textarea
            className={typeof proposed === 'object' && proposed !== null ? 'mr-input mr-mono' : 'mr-input'}
            rows={Math.min(8, draft.split('\n').length + 1)}
            aria-label={`${t.questions.edit}: ${label || field}`}
            aria-invalid={read === undefined || undefined}
            // The user opened it in order to edit.
            // biome-ignore lint/a11y/noAutofocus: see above
            autoFocus
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              setDraft(undefined)
            }}
          />
          <ProblemLine text={read === undefined ? t.questions.notReadable : undefined} />
          <div className="mr-row">
            <Button
              small
              look="primary"
              disabled={read === undefined}
              onClick={() => {
                if (read !== undefined) onDecide({ accepted: true, edited: read })
                setDraft(undefined)
              }}
            >
              {t.questions.editDone}
            </Button>
            <Button
              small
              look="ghost"
              onClick={() => {
                if (decision !== undefined) onDecide({ accepted: decision.accepted })
                setDraft(undefined)
              }}
            >
              {t.questions.editDrop}
            </Button>
          </div>
        </div>
      )}
      <ProblemLine text={problem} />
    </li>
  )
}
