/** Builds an e-mail from settings and inputs; errors name the setting or input, and the entry of a list. */
import { MAIL_LIMITS, type MailAddress, type MailCall, parseMailAddress } from '@millrace/model'
import { badInput, badSetting, kindOf, textOr } from '../running/input-values.ts'
import { attachmentsIn } from './attachments.ts'
import { isHeaderText } from './header-text.ts'

export interface MailSettings {
  readonly credential: string
  readonly from?: string
  readonly to?: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly replyTo?: readonly string[]
  readonly subject?: string
  readonly text?: string
  readonly html?: string
  readonly timeout?: number
}

type Inputs = Readonly<Record<string, unknown>>
type Bad = typeof badInput

export function composeMail(settings: MailSettings, inputs: Inputs): MailCall {
  const { credential, from, timeout } = settings
  if (!credential) throw badSetting('credential', 'is required')
  const subject = subjectIn(inputs, settings.subject)
  const text = textOr(inputs, 'text', settings.text)
  const html = textOr(inputs, 'html', settings.html)
  if (text === undefined && html === undefined) {
    throw badInput('text', 'is required: connect or set a text or HTML')
  }
  const bytes = [subject, text ?? '', html ?? ''].reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  if (bytes > MAIL_LIMITS.bodyBytes)
    throw badInput(text === undefined ? 'html' : 'text', `must not be larger than ${MAIL_LIMITS.bodyBytes} bytes`)
  const attachments = attachmentsIn(inputs.attachments)
  return {
    credential,
    ...(from && { from: addressIn(from, 'from', badSetting) }),
    ...recipientsIn(settings, inputs),
    replyTo: addressesIn(settings.replyTo ?? [], 'replyTo', badSetting),
    subject,
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    ...(attachments.length > 0 && { attachments }),
    ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
  }
}

function subjectIn(inputs: Inputs, setting: string | undefined): string {
  const subject = textOr(inputs, 'subject', setting)
  const isInput = subject !== undefined && subject !== setting
  if (subject === undefined) throw badInput('subject', 'is required: connect a subject or set one in the settings')
  if (!isHeaderText(subject)) {
    throw (isInput ? badInput : badSetting)('subject', 'must not have line breaks or other control characters')
  }
  return subject
}

function recipientsIn({ to: own = [], cc = [], bcc = [] }: MailSettings, inputs: Inputs) {
  const given = inputs.to
  const isGiven = given !== undefined && given !== null && given !== '' && !(Array.isArray(given) && given.length === 0)
  const to = isGiven
    ? addressesIn(Array.isArray(given) ? given : [given], 'to', badInput)
    : addressesIn(own, 'to', badSetting)
  const all = { to, cc: addressesIn(cc, 'cc', badSetting), bcc: addressesIn(bcc, 'bcc', badSetting) }
  const count = to.length + all.cc.length + all.bcc.length
  if (count === 0) throw badInput('to', 'is required: connect a recipient or set one in the settings')
  if (count > MAIL_LIMITS.recipients) {
    throw badInput('to', `must not have more than ${MAIL_LIMITS.recipients} recipients, with cc and bcc (got ${count})`)
  }
  return all
}

function addressesIn(values: readonly unknown[], place: string, bad: Bad): MailAddress[] {
  return values.map((value, at) => addressIn(value, values.length === 1 ? place : `${place}[${at}]`, bad))
}

function addressIn(value: unknown, place: string, bad: Bad): MailAddress {
  if (typeof value !== 'string') throw bad(place, `must be a mail address (got ${kindOf(value)})`)
  const address = parseMailAddress(value)
  if (address === undefined) throw bad(place, `must be one mail address (got ${JSON.stringify(value.slice(0, 100))})`)
  return address
}
