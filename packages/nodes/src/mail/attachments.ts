/** Files and images as attachments of an e-mail. */
import { isObject, MAIL_LIMITS, type MailAttachment } from '@millrace/model'
import { badInput, kindOf } from '../running/input-values.ts'
import { isHeaderText } from './header-text.ts'

const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/
const MAX_NAME = 255

/** One file or a list of them, with their content. */
export function attachmentsIn(value: unknown): MailAttachment[] {
  if (value === undefined || value === null) return []
  const files = Array.isArray(value) ? value : [value]
  if (files.length > MAIL_LIMITS.attachments) {
    throw badInput('attachments', `must not have more than ${MAIL_LIMITS.attachments} files (got ${files.length})`)
  }
  const attachments = files.map((file, at) =>
    attachmentOf(file, Array.isArray(value) ? `attachments[${at}]` : 'attachments', at),
  )
  const bytes = attachments.reduce((sum, { content, encoding }) => sum + Buffer.byteLength(content, encoding), 0)
  if (bytes > MAIL_LIMITS.attachmentBytes) {
    throw badInput('attachments', `must not be larger than ${MAIL_LIMITS.attachmentBytes} bytes together`)
  }
  return attachments
}

function attachmentOf(file: unknown, place: string, at: number): MailAttachment {
  if (!isObject(file)) throw badInput(place, `must be a file (got ${kindOf(file)})`)
  const { name, type, content, encoding } = file
  if (typeof content !== 'string') throw badInput(place, 'must be a file with its content, not only with an address')
  const given = typeof name === 'string' && name !== '' ? name : `attachment-${at + 1}`
  if (given.length > MAX_NAME || !isHeaderText(given)) throw badInput(`${place}/name`, 'is not a file name')
  const isType = typeof type === 'string' && MEDIA_TYPE.test(type)
  const isText = encoding !== 'base64'
  return {
    name: given,
    type: isType ? type : isText ? 'text/plain' : 'application/octet-stream',
    content,
    encoding: isText ? 'utf8' : 'base64',
  }
}
