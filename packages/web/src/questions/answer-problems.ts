/** What is wrong with an answer, at which field: found here before it is sent, or said by the service. */
import type { ErrorDetail, Interrupt } from '@millrace/client'
import { checkAnswer } from '@millrace/model'
import { questionOf } from './interrupt.ts'

/** Texts by the place in the answer: '' is the answer as a whole, `/count` a field of it. */
export type AnswerProblems = Readonly<Record<string, string>>

const ROOT = '/value'

/** The details of an error, by place. Of several for one place the first counts. */
export function problemsByPlace(details: readonly ErrorDetail[]): AnswerProblems {
  const found: Record<string, string> = {}
  for (const { path = ROOT, message = '' } of details) {
    if (message === '') continue
    const place = path.startsWith(ROOT) ? path.slice(ROOT.length) : ''
    found[place] ??= sentence(message)
  }
  return found
}

/** What the service would say to an answer, without asking it; empty where the answer fits. */
export function answerProblems(interrupt: Interrupt, value: unknown): AnswerProblems {
  const checked = checkAnswer(questionOf(interrupt), value)
  return 'problems' in checked ? problemsByPlace(checked.problems) : {}
}

/** The first problem at a place or anywhere below it. */
export function problemBelow(problems: AnswerProblems, place: string): string | undefined {
  const key = Object.keys(problems).find((one) => one === place || one.startsWith(`${place}/`))
  return key === undefined ? undefined : problems[key]
}

/** Problems that belong to none of the places a form shows, so that nothing is said to nobody. */
export function problemsElsewhere(problems: AnswerProblems, places: readonly string[]): string[] {
  return Object.entries(problems)
    .filter(([key]) => !places.some((place) => key === place || key.startsWith(`${place}/`)))
    .map(([, text]) => text)
}

function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1)
}
