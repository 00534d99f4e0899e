import { pointer } from '@millrace/model'
import { useState } from 'react'
import { t } from '../i18n/strings.ts'
import { Button } from '../ui/button.tsx'
import type { AnswerFormProps } from './answer-form.ts'
import { problemsElsewhere } from './answer-problems.ts'
import { firstValues, propertiesOf } from './field-kind.ts'
import { ProblemLine } from './problem-line.tsx'
import { SchemaFields } from './schema-fields.tsx'
import { isSendKey } from './send-key.ts'

/** A form as its schema has it. */
export function FilledForm({ config, problems, isBusy, onAnswer, aside }: AnswerFormProps<'form'>) {
  const { schema, default_values: given } = config
  const [values, setValues] = useState(() => firstValues(schema, given))
  const places = Object.keys(propertiesOf(schema)).map((key) => pointer('', key))
  return (
    <form
      className="mr-stack mr-question__fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(values)
      }}
      onKeyDown={(event) => {
        if (isSendKey(event)) event.currentTarget.requestSubmit()
      }}
    >
      {places.length === 0 && <p className="mr-muted">{t.questions.noFields}</p>}
      <SchemaFields schema={schema} values={values} onChange={setValues} problems={problems} disabled={isBusy} />
      <ProblemLine text={problemsElsewhere(problems, places)[0]} />
      <div className="mr-question__actions">
        <Button look="primary" submit disabled={isBusy}>
          {t.questions.send}
        </Button>
        {aside}
      </div>
    </form>
  )
}
