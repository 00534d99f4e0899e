import { codePoints } from '@millrace/model'
import { useId, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Keys } from '../ui/small-parts.tsx'
import type { AnswerFormProps } from './answer-form.ts'
import { problemBelow } from './answer-problems.ts'
import { ProblemLine } from './problem-line.tsx'
import { isSendKey } from './send-key.ts'

/** A single-line or multiline text. */
export function TextForm({ config, problems, isBusy, onAnswer, aside }: AnswerFormProps<'text'>) {
  const t = useText()
  const { placeholder, multiline = false, min_length: min = 1, max_length: max, default_value: first = '' } = config
  const [text, setText] = useState(first)
  const id = useId()
  const problem = problemBelow(problems, '')
  const length = codePoints(text)
  const isTooLong = max !== undefined && length > max
  const control = {
    className: 'mr-input',
    value: text,
    placeholder,
    readOnly: isBusy,
    'aria-label': t.questions.yourAnswer,
    'aria-invalid': problem !== undefined || isTooLong || undefined,
    'aria-describedby': `${id}-problem ${id}-count`,
  }
  return (
    <form
      className="mr-stack"
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(text)
      }}
    >
      {multiline ? (
        <textarea
          {...control}
          rows={4}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (isSendKey(event)) event.currentTarget.form?.requestSubmit()
          }}
        />
      ) : (
        <input {...control} type="text" autoComplete="off" onChange={(event) => setText(event.target.value)} />
      )}
      <ProblemLine id={`${id}-problem`} text={problem} />
      <div className="mr-question__actions">
        <Button look="primary" submit disabled={isBusy || length < min || isTooLong}>
          {t.questions.send}
        </Button>
        {multiline && <Keys>{t.questions.sendKeys}</Keys>}
        <span id={`${id}-count`} className={isTooLong ? 'mr-question__over' : 'mr-muted'}>
          {max !== undefined
            ? t.questions.characters(length, max)
            : min > 1 && length < min && t.questions.atLeast(min)}
        </span>
        {aside}
      </div>
    </form>
  )
}
