/** What every node that waits for a person lets one set. */
import { multiline, Type } from '@millrace/model'

const YEAR_SECONDS = 31_536_000

/** What the person reads. An input of the same name replaces it. */
export const question = multiline({
  title: 'Message',
  description: 'What the person is asked. A connected message replaces it.',
  minLength: 1,
  maxLength: 10_000,
})

export const waiting = {
  allowCancel: Type.Optional(
    Type.Boolean({
      title: 'May be cancelled',
      description: 'Whether the person may dismiss the question; the node then fails.',
      default: true,
    }),
  ),
  expiresIn: Type.Optional(
    Type.Integer({
      title: 'Expires after (seconds)',
      description: 'An unanswered question is cancelled after this time. Left empty, it waits for ever.',
      minimum: 1,
      maximum: YEAR_SECONDS,
    }),
  ),
}

/** A short text on a button. */
export function buttonLabel(title: string, text: string) {
  return Type.Optional(Type.String({ title, default: text, maxLength: 100 }))
}
