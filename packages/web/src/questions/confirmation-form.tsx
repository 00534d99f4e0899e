import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import type { AnswerFormProps } from './answer-form.ts'

export function ConfirmationForm({ config, isBusy, onAnswer, aside }: AnswerFormProps<'confirmation'>) {
  const t = useText()
  return (
    <div className="mr-question__actions">
      <Button look="primary" disabled={isBusy} onClick={() => onAnswer(true)}>
        {config.confirm_label || t.questions.yes}
      </Button>
      <Button disabled={isBusy} onClick={() => onAnswer(false)}>
        {config.cancel_label || t.questions.no}
      </Button>
      {aside}
    </div>
  )
}
