import { pointer, sameJson } from '@millrace/model'
import { useMemo, useState } from 'react'
import { fieldsOf, kindOf } from '../forms/field-schema.ts'
import { FormContext } from '../forms/form-context.tsx'
import { SchemaForm } from '../forms/schema-form.tsx'
import { withKey } from '../forms/with-key.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import type { AnswerFormProps } from './answer-form.ts'
import { problemsElsewhere } from './answer-problems.ts'
import { firstValues, formSchema } from './form-schema.ts'
import { ProblemLine } from './problem-line.tsx'
import { isSendKey } from './send-key.ts'

/** A form generated from the schema. The error of a field is cleared when the field changes. */
export function FilledForm({ config, problems, isBusy, onAnswer, aside }: AnswerFormProps<'form'>) {
  const t = useText()
  const schema = useMemo(() => formSchema(config.schema), [config.schema])
  const [values, setValues] = useState(() => firstValues(schema, config.default_values))
  const [sent, setSent] = useState<Readonly<Record<string, unknown>>>({})
  const fields = fieldsOf(schema)
  const current = useMemo(
    () => new Map(Object.entries(problems).filter(([place]) => isUnchanged(place, sent, values))),
    [problems, sent, values],
  )
  const context = useMemo(
    () => ({ client: undefined, isReadOnly: isBusy, problems: current, values, variables: [] }),
    [isBusy, current, values],
  )
  // A switch does not show its own problem.
  const places = fields.filter(([, field]) => kindOf(field) !== 'switch').map(([key]) => pointer('', key))
  return (
    <form
      className="mr-stack mr-question__fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (hasUnreadable(event.currentTarget, current)) return
        setSent(values)
        onAnswer(values)
      }}
      onKeyDown={(event) => {
        if (isSendKey(event)) event.currentTarget.requestSubmit()
      }}
    >
      {fields.length === 0 && <p className="mr-muted">{t.questions.noFields}</p>}
      <FormContext value={context}>
        <SchemaForm
          schema={schema}
          value={values}
          onChange={(key, value) => setValues((before) => withKey(before, key, value))}
        />
      </FormContext>
      <ProblemLine text={problemsElsewhere(Object.fromEntries(current), places)[0]} />
      <div className="mr-question__actions">
        <Button look="primary" submit disabled={isBusy}>
          {t.questions.send}
        </Button>
        {aside}
      </div>
    </form>
  )
}

/** True if the field at or above a path has the value that was sent. */
function isUnchanged(
  place: string,
  sent: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const [, key = ''] = place.split('/')
  const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
  return sameJson(sent[name], values[name])
}

/** True if a control contains invalid text: its stored value then differs from the visible text. */
function hasUnreadable(form: HTMLElement, problems: ReadonlyMap<string, string>): boolean {
  const wrong = [...form.querySelectorAll<HTMLElement>('[data-path]')].find(
    (field) => !problems.has(field.dataset.path ?? '') && field.querySelector(':scope .mr-field__error') !== null,
  )
  wrong?.querySelector<HTMLElement>('input, textarea, [contenteditable=true]')?.focus()
  return wrong !== undefined
}
