import type { QuestionConfig, QuestionType } from '@millrace/model'
import type { ReactNode } from 'react'
import type { AnswerProblems } from './answer-problems.ts'

/** Props of all answer forms. */
export interface AnswerFormProps<T extends QuestionType> {
  readonly config: QuestionConfig<T>
  /** Validation errors of the last answer, by path. */
  readonly problems: AnswerProblems
  readonly isBusy: boolean
  readonly onAnswer: (value: unknown) => void
  /** Rendered at the end of the button row. */
  readonly aside: ReactNode
}
