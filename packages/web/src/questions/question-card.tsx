/**
 * A question in any context: the message, the answer form while it is open, and the result. Dismissing needs a
 * confirmation and has no keyboard shortcut, because it cannot be undone.
 */
import type { Caller, Interrupt } from '@millrace/client'
import type { QuestionType } from '@millrace/model'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { LazyMarkdown } from '../ui/lazy-markdown.tsx'
import { Badge } from '../ui/small-parts.tsx'
import { AnswerForm } from './answer-forms.tsx'
import { AnsweredValue } from './answered-value.tsx'
import { Approvals } from './approvals.tsx'
import { type QuestionState, questionOf, questionStateOf } from './interrupt.ts'
import { translatedQuestion } from './own-question.ts'
import { ProblemLine } from './problem-line.tsx'
import { roundNumber } from './round-number.ts'
import { timeLeft } from './times.ts'
import { useAnswer, useExpiryCheck } from './use-answer.ts'
import { useNow } from './use-now.ts'

export const QUESTION_ICONS: Readonly<Record<QuestionType, string>> = {
  confirmation: 'mdi:account-check',
  choice: 'mdi:format-list-checks',
  text: 'mdi:form-textarea',
  form: 'mdi:form-select',
  review: 'mdi:file-compare',
}

interface QuestionCardProps {
  readonly client: Client
  readonly interrupt: Interrupt
  /** The current user; without it, the user is assumed to be allowed to answer. */
  readonly caller?: Caller | undefined
  /** Rendered at the end of the first line: the time, links. */
  readonly head?: ReactNode
  readonly onChange?: ((interrupt: Interrupt) => void) | undefined
  /** Takes the focus when it appears, unless another element has it. */
  readonly takesFocus?: boolean
}

export function QuestionCard({
  client,
  interrupt: given,
  caller,
  head,
  onChange,
  takesFocus = false,
}: QuestionCardProps) {
  const t = useText()
  const {
    interrupt: answered,
    isBusy,
    problems,
    failure,
    answer,
    dismiss,
    refresh,
  } = useAnswer(client, given, onChange)
  const interrupt = useMemo(() => translatedQuestion(answered, t), [answered, t])
  const now = useNow(interrupt.status === 'pending' ? interrupt.expiresAt : undefined)
  const standing = questionStateOf(interrupt, caller, now)
  const { config } = questionOf(interrupt)
  const [isDismissing, setDismissing] = useState(false)
  const ref = useRef<HTMLElement>(null)
  const id = useId()
  const mayRun = caller === undefined || caller.permissions.includes('run')
  const isOpen = standing === 'open' && mayRun
  useExpiryCheck(standing === 'overdue', refresh)
  useFocusOnArrival(ref, takesFocus && isOpen)
  useEffect(() => {
    if (Object.keys(problems).length > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  return (
    <article className="mr-question" data-standing={standing} aria-labelledby={id} ref={ref} tabIndex={-1}>
      <header className="mr-question__head">
        <span className="mr-question__icon">
          <Icon name={QUESTION_ICONS[interrupt.type]} size={15} />
        </span>
        <span className="mr-question__label mr-clip">{interrupt.nodeLabel || t.questions.types[interrupt.type]}</span>
        {interrupt.iteration !== undefined && <Badge>{t.questions.round(roundNumber(interrupt.iteration))}</Badge>}
        <span className="mr-grow" />
        {interrupt.expiresAt !== undefined && interrupt.status === 'pending' && standing !== 'overdue' && (
          <Countdown leftMs={Date.parse(interrupt.expiresAt) - now} />
        )}
        {head}
      </header>
      <div className="mr-question__message" id={id}>
        <LazyMarkdown text={config.message} />
      </div>
      <Approvals interrupt={interrupt} />
      {isOpen ? (
        <AnswerForm
          key={interrupt.id}
          type={interrupt.type}
          config={config}
          problems={problems}
          isBusy={isBusy}
          onAnswer={answer}
          aside={
            <>
              <span className="mr-grow" />
              {interrupt.allowCancel && (
                <Button look="ghost" disabled={isBusy} onClick={() => setDismissing(true)}>
                  {t.questions.dismiss}
                </Button>
              )}
            </>
          }
        />
      ) : (
        <Outcome interrupt={interrupt} standing={standing} mayRun={mayRun} />
      )}
      <ProblemLine text={standing === 'answered' ? undefined : failure} />
      {isDismissing && isOpen && (
        <Dialog
          title={t.questions.dismissTitle}
          onClose={() => setDismissing(false)}
          footer={
            <>
              <Button onClick={() => setDismissing(false)}>{t.questions.keep}</Button>
              <Button
                look="danger"
                onClick={() => {
                  setDismissing(false)
                  dismiss()
                }}
              >
                {t.questions.dismiss}
              </Button>
            </>
          }
        >
          <p>{t.questions.dismissText}</p>
        </Dialog>
      )}
    </article>
  )
}

const SOON_MS = 60_000

function Countdown({ leftMs }: { leftMs: number }) {
  const t = useText()
  return (
    <Badge tone={leftMs < SOON_MS ? 'warning' : 'plain'} icon="mdi:timer-outline">
      {t.questions.expiresIn(timeLeft(leftMs, t))}
    </Badge>
  )
}

function Outcome({ interrupt, standing, mayRun }: { interrupt: Interrupt; standing: QuestionState; mayRun: boolean }) {
  const t = useText()
  const { type, config } = questionOf(interrupt)
  const { response, user_name: name } = interrupt
  if (standing === 'open') return mayRun ? null : <p className="mr-muted">{t.questions.readOnly}</p>
  if (standing === 'answered') {
    return (
      <div className="mr-answer">
        <p className="mr-answer__by">
          <Icon name="mdi:check-circle-outline" size={14} />
          {name === undefined ? t.questions.answered : t.questions.answeredBy(name)}
        </p>
        <AnsweredValue type={type} config={config} value={response} />
      </div>
    )
  }
  const text =
    standing === 'cancelled' && name !== undefined ? t.questions.dismissedBy(name) : t.questions.standings[standing]
  return (
    <p className="mr-question__outcome" role="status">
      <Icon
        name={standing === 'waiting' || standing === 'others' ? 'mdi:account-clock-outline' : 'mdi:cancel'}
        size={14}
      />
      {text}
    </p>
  )
}

/** Focuses the card, not its first button: a key press at that moment must not answer. */
function useFocusOnArrival(ref: React.RefObject<HTMLElement | null>, wanted: boolean): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (!wanted || !isFirst.current) return
    isFirst.current = false
    const active = document.activeElement
    const isFree =
      active === null || active === document.body || (active instanceof HTMLTextAreaElement && active.value === '')
    if (isFree) ref.current?.focus({ preventScroll: true })
  }, [wanted, ref])
}
