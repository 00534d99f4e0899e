/** Validation errors of an answer by field: found before sending, or returned by the service. */
import type { ErrorDetail, Interrupt } from '@millrace/client'
import { checkAnswer } from '@millrace/model'
import { questionOf } from './interrupt.ts'

/** Messages by path in the answer: '' is the whole answer, `/count` a field. */
export type AnswerProblems = Readonly<Record<string, string>>

const ROOT = '/value'

/** Error details by path. The first one per path counts. */
export function problemsByPlace(details: readonly ErrorDetail[]): AnswerProblems {
  const found: Record<string, string> = {}
  for (const { path = ROOT, message = '' } of details) {
    if (message === '') continue
    const place = path.startsWith(ROOT) ? path.slice(ROOT.length) : ''
    found[place] ??= sentence(message)
  }
  return found
}

/** Validates an answer with the rules of the service; empty if it is valid. */
export function answerProblems(interrupt: Interrupt, value: unknown): AnswerProblems {
  const checked = checkAnswer(questionOf(interrupt), value)
  return 'problems' in checked ? problemsByPlace(checked.problems) : {}
}

/** The first problem at a path or below it. */
export function problemBelow(problems: AnswerProblems, place: string): string | undefined {
  const key = Object.keys(problems).find((one) => one === place || one.startsWith(`${place}/`))
  return key === undefined ? undefined : problems[key]
}

/** Problems at paths that the form does not show, so that no validation error is dropped. */
export function problemsElsewhere(problems: AnswerProblems, places: readonly string[]): string[] {
  return Object.entries(problems)
    .filter(([key]) => !places.some((place) => key === place || key.startsWith(`${place}/`)))
    .map(([, text]) => text)
}

function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1)
}
