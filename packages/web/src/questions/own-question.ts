import type { Interrupt } from '@millrace/client'
import type { Texts } from '../i18n/texts.ts'

/** A question that the service wrote, such as whether an agent may call a tool, in the language of the page. */
export function translatedQuestion(interrupt: Interrupt, t: Texts): Interrupt {
  const { message, confirm_label, cancel_label } = interrupt.config
  const translated = typeof message === 'string' ? t.message(message) : message
  // Questions of the author of the workflow stay as they are, with their labels.
  if (translated === message) return interrupt
  const labels = {
    ...(confirm_label === undefined ? {} : { confirm_label: labelIn(confirm_label, t) }),
    ...(cancel_label === undefined ? {} : { cancel_label: labelIn(cancel_label, t) }),
  }
  return { ...interrupt, config: { ...interrupt.config, message: translated, ...labels } }
}

function labelIn(label: unknown, t: Texts): unknown {
  return isOwn(label, t) ? t.questions.ownLabels[label] : label
}

function isOwn(label: unknown, t: Texts): label is keyof Texts['questions']['ownLabels'] {
  return typeof label === 'string' && Object.hasOwn(t.questions.ownLabels, label)
}
