/** What every node that waits for a person lets one set. */
import { multiline, type PortSpec, Type } from '@millrace/model'

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
      description:
        'Unanswered by then, it goes on with the default answer, else by its output "expired", else it fails. ' +
        'Left empty, it waits for ever.',
      minimum: 1,
      maximum: YEAR_SECONDS,
    }),
  ),
}

/** Says what the setting `defaultAnswer` is for; what it may be is up to the type. */
export function defaultAnswer(form: string) {
  return { title: 'Default answer', description: `Taken if the question expires. ${form}` }
}

/** The way out when the time is up. A plain output and no branch, because most workflows leave it open. */
export const expired: PortSpec = {
  name: 'Expired',
  dataType: 'trigger',
  description:
    'Taken when nobody answered in time and there is no default answer; without an edge the node fails instead. ' +
    'The other outputs then deliver nothing, but "trigger" does.',
  exposedByDefault: false,
}

/** A short text on a button. */
export function buttonLabel(title: string, text: string) {
  return Type.Optional(Type.String({ title, default: text, maxLength: 100 }))
}
