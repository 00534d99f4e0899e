/** Maps question types to forms. */
import type { QuestionConfig, QuestionType } from '@millrace/model'
import type { ComponentType } from 'react'
import type { AnswerFormProps } from './answer-form.ts'
import { ChoiceForm } from './choice-form.tsx'
import { ConfirmationForm } from './confirmation-form.tsx'
import { FilledForm } from './filled-form.tsx'
import { ReviewForm } from './review-form.tsx'
import { TextForm } from './text-form.tsx'

const FORMS: { readonly [T in QuestionType]: ComponentType<AnswerFormProps<T>> } = {
  confirmation: ConfirmationForm,
  choice: ChoiceForm,
  text: TextForm,
  form: FilledForm,
  review: ReviewForm,
}

interface AnswerFormOfProps extends Omit<AnswerFormProps<QuestionType>, 'config'> {
  readonly type: QuestionType
  readonly config: QuestionConfig
}

export function AnswerForm({ type, ...props }: AnswerFormOfProps) {
  // The service sends a config that matches the type.
  const Form = FORMS[type] as ComponentType<Omit<AnswerFormOfProps, 'type'>>
  return <Form {...props} />
}
