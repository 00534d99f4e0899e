import { useId, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { SearchInput } from '../ui/small-parts.tsx'
import type { AnswerFormProps } from './answer-form.ts'
import { problemBelow } from './answer-problems.ts'
import { ProblemLine } from './problem-line.tsx'
import { boundsOf, canSelectMore, isWithin, toggled } from './selection.ts'

/** With more options than this, a search field is shown. */
const SEARCHABLE = 12

/** Selects one option, or several within limits. */
export function ChoiceForm({ config, problems, isBusy, onAnswer, aside }: AnswerFormProps<'choice'>) {
  const t = useText()
  const { options, multiple = false } = config
  const [picked, setPicked] = useState<readonly string[]>([])
  const [search, setSearch] = useState('')
  const name = useId()
  const bounds = multiple ? boundsOf(config, options.length) : { min: 1, max: 1 }
  const problem = problemBelow(problems, '')
  const wanted = search.trim().toLowerCase()
  const shown = options.filter((option) => `${option.label} ${option.description ?? ''}`.toLowerCase().includes(wanted))
  const pick = (value: string) =>
    setPicked((before) =>
      multiple
        ? toggled(
            before,
            value,
            options.map((one) => one.value),
          )
        : [value],
    )
  return (
    <form
      className="mr-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWithin(picked, bounds)) onAnswer(multiple ? picked : picked[0])
      }}
    >
      <fieldset className="mr-options" aria-invalid={problem !== undefined} aria-describedby={`${name}-problem`}>
        <legend className="mr-options__legend">
          {multiple ? t.questions.pickBetween(bounds.min, bounds.max) : t.questions.pickOne}
        </legend>
        {options.length > SEARCHABLE && <SearchInput value={search} label={t.questions.choose} onChange={setSearch} />}
        <div className="mr-options__list mr-scroll">
          {shown.map(({ value, label, description }) => {
            const isPicked = picked.includes(value)
            return (
              <label key={value} className="mr-option" data-picked={isPicked}>
                <input
                  type={multiple ? 'checkbox' : 'radio'}
                  name={name}
                  checked={isPicked}
                  disabled={isBusy || (multiple && !isPicked && !canSelectMore(picked, bounds))}
                  onChange={() => pick(value)}
                />
                <span className="mr-option__text">
                  <span>{label || value}</span>
                  {description !== undefined && <span className="mr-option__more">{description}</span>}
                </span>
              </label>
            )
          })}
        </div>
      </fieldset>
      <ProblemLine id={`${name}-problem`} text={problem} />
      <div className="mr-question__actions">
        <Button look="primary" submit disabled={isBusy || !isWithin(picked, bounds)}>
          {t.questions.send}
        </Button>
        {multiple && (
          <span className="mr-muted" aria-live="polite">
            {t.questions.picked(picked.length)}
          </span>
        )}
        {aside}
      </div>
    </form>
  )
}
