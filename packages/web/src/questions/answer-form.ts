import type { QuestionConfig, QuestionType } from '@millrace/model'
import type { ReactNode } from 'react'
import type { AnswerProblems } from './answer-problems.ts'

/** What every form of an answer gets. */
export interface AnswerFormProps<T extends QuestionType> {
  readonly config: QuestionConfig<T>
  /** What is wrong with what was last sent, by place in the answer. */
  readonly problems: AnswerProblems
  readonly isBusy: boolean
  readonly onAnswer: (value: unknown) => void
  /** Stands at the end of the row of buttons. */
  readonly aside: ReactNode
}
