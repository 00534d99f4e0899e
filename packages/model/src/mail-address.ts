/** Mail addresses as people write them: `ada@example.com`, or `Ada <ada@example.com>`. */

export interface MailAddress {
  readonly address: string
  /** The name that mail programs show. */
  readonly name?: string
}

/** Bounds of one message: recipients of all kinds, the subject with both bodies, and all attachments together. */
export const MAIL_LIMITS = {
  recipients: 50,
  bodyBytes: 1024 * 1024,
  attachments: 20,
  attachmentBytes: 10 * 1024 * 1024,
} as const

/** Longer texts are not parsed. */
const MAX_CHARACTERS = 500
const LOCAL_PART = String.raw`[^\s"(),:;<>@[\\\]\p{C}]{1,64}`
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`
const ADDRESS = new RegExp(String.raw`^${LOCAL_PART}@(?=.{1,253}$)${LABEL}(?:\.${LABEL})*$`, 'u')
const NAMED = /^([^<>]*)<([^<>]*)>$/
/** Control characters and line separators end a header line. */
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}"\\]/u

/**
 * The schema pattern of a setting with one address. It finds typing errors while a workflow is edited; only
 * `parseMailAddress` decides.
 */
export const MAIL_ADDRESS_PATTERN = '^(?:[^<>@\\r\\n]*<[^\\s@<>,;]+@[^\\s@<>,;]+>|[^\\s@<>,;]+@[^\\s@<>,;]+)$'

/** Exactly one address, else undefined: a list in one text must not add recipients. */
export function parseMailAddress(text: string): MailAddress | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  const [, before = '', inside] = NAMED.exec(text.trim()) ?? []
  const mail = inside === undefined ? { address: text.trim() } : named(before.trim(), inside.trim())
  return isMailAddress(mail) ? mail : undefined
}

function named(before: string, address: string): MailAddress {
  const isQuoted = before.length > 1 && before.startsWith('"') && before.endsWith('"')
  const name = isQuoted ? before.slice(1, -1) : before
  return name === '' ? { address } : { address, name }
}

/** True if the address can be sent to and neither it nor the name can start another header line. */
export function isMailAddress({ address, name = '' }: MailAddress): boolean {
  return ADDRESS.test(address) && !NOT_IN_NAMES.test(name)
}
