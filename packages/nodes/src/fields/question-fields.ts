/** Settings shared by all nodes that wait for a person. */
import { multiline, type PortSpec, Type } from '@millrace/model'

const YEAR_SECONDS = 31_536_000

/** The message shown to the person. An input of the same name replaces it. */
export const question = multiline({
  title: 'Message',
  description: 'Question shown to the person. A connected message replaces it.',
  minLength: 1,
  maxLength: 10_000,
})

export const waiting = {
  allowCancel: Type.Optional(
    Type.Boolean({
      title: 'Can be dismissed',
      description: 'The person can dismiss the question; the node then fails.',
      default: true,
      'x-section': 'advanced',
    }),
  ),
  expiresIn: Type.Optional(
    Type.Integer({
      title: 'Expires after (seconds)',
      description:
        'If unanswered by then, the default answer is used, else the output "expired" is taken, else the node fails. ' +
        'If empty, it never expires.',
      minimum: 1,
      maximum: YEAR_SECONDS,
      'x-section': 'advanced',
    }),
  ),
}

/** Title and description of the setting `defaultAnswer`; each type defines its schema. */
export function defaultAnswer(form: string) {
  return {
    title: 'Default answer',
    description: `Used if the question expires. ${form}`,
    'x-section': 'advanced',
  } as const
}

/**
 * The output taken when a question expires. It is a plain output and not a branch because most workflows leave it
 * unconnected.
 */
export const expired: PortSpec = {
  name: 'Expired',
  dataType: 'trigger',
  description:
    'Taken if the question expires unanswered and has no default answer; if unconnected, the node fails instead. ' +
    'The other outputs then emit nothing, except "trigger".',
  exposedByDefault: false,
}

/** A button label. */
export function buttonLabel(title: string, text: string) {
  return Type.Optional(Type.String({ title, default: text, maxLength: 100 }))
}
