import { MAIL_LIMITS } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { composeMail, type MailSettings } from './compose-mail.ts'

const SETTINGS = { credential: 'mail', to: ['ada@example.com'], subject: 'Hello', text: 'World' }

function compose(settings: Partial<MailSettings> = {}, inputs: Record<string, unknown> = {}) {
  return composeMail({ ...SETTINGS, ...settings }, inputs)
}

function failure(settings: Partial<MailSettings>, inputs: Record<string, unknown> = {}) {
  try {
    return compose(settings, inputs)
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code} ${message}`
  }
}

const many = (count: number) => Array.from({ length: count }, (_, at) => `person${at}@example.com`)

describe('an e-mail', () => {
  test('has the settings, and connected values instead of them', () => {
    expect(
      compose({ from: 'Shop <shop@example.com>', cc: ['bob@example.com'], replyTo: ['help@example.com'] }),
    ).toEqual({
      ...{ credential: 'mail', subject: 'Hello', text: 'World' },
      from: { address: 'shop@example.com', name: 'Shop' },
      ...{ to: [{ address: 'ada@example.com' }], cc: [{ address: 'bob@example.com' }], bcc: [] },
      replyTo: [{ address: 'help@example.com' }],
    })
    const inputs = { to: 'eve@example.com', subject: 'Bye', text: 'Moon', html: '<p>Moon</p>' }
    expect(compose({ timeout: 5, from: '' }, inputs)).toEqual({
      ...{ credential: 'mail', subject: 'Bye', text: 'Moon', html: '<p>Moon</p>', timeoutMs: 5000 },
      ...{ to: [{ address: 'eve@example.com' }], cc: [], bcc: [], replyTo: [] },
    })
  })

  test.each([null, '', []])('has the recipients of the settings if %j is connected', (to) => {
    expect(compose({}, { to }).to).toEqual([{ address: 'ada@example.com' }])
  })

  test('may have as many recipients and bytes as the limits allow', () => {
    const { recipients, bodyBytes } = MAIL_LIMITS
    expect(compose({ to: many(recipients - 2), cc: many(1), bcc: many(1) }).to).toHaveLength(recipients - 2)
    expect(compose({ text: 'x'.repeat(bodyBytes - 'Hello'.length) }).text).toHaveLength(bodyBytes - 5)
  })
})

test.each<[string, Partial<MailSettings>, Record<string, unknown>?]>([
  ['BAD_CONFIG Setting "from" must be one mail address (got "shop").', { from: 'shop' }],
  ['BAD_CONFIG Setting "cc[1]" must be one mail address (got "bob").', { cc: ['a@example.com', 'bob'] }],
  ['BAD_CONFIG Setting "bcc" must be one mail address (got "a@b.c\\r\\nX: 1").', { bcc: ['a@b.c\r\nX: 1'] }],
  ['BAD_CONFIG Setting "replyTo" must be one mail address (got "").', { replyTo: [''] }],
  ['BAD_CONFIG Setting "subject" must not have line breaks or other control characters.', { subject: 'a\nb' }],
  ['BAD_INPUT Input "subject" must not have line breaks or other control characters.', {}, { subject: 'a\r\nBcc: b' }],
  ['BAD_INPUT Input "subject" is required: connect a subject or set one in the settings.', { subject: '' }],
  ['BAD_INPUT Input "to" must be a mail address (got number).', {}, { to: 7 }],
  ['BAD_INPUT Input "to[1]" must be a mail address (got object).', {}, { to: ['a@example.com', {}] }],
  [
    'BAD_INPUT Input "to" must not have more than 50 recipients, with cc and bcc (got 51).',
    { cc: many(1) },
    { to: many(50) },
  ],
  ['BAD_INPUT Input "text" must not be larger than 1048576 bytes.', { text: 'x'.repeat(MAIL_LIMITS.bodyBytes) }],
  ['BAD_INPUT Input "attachments" must be a file (got string).', {}, { attachments: 'a.txt' }],
  [
    'BAD_INPUT Input "attachments[1]" must be a file with its content, not only with an address.',
    {},
    { attachments: [{ content: 'x' }, { url: 'https://files.example/a.pdf' }] },
  ],
  ['BAD_INPUT Input "attachments/name" is not a file name.', {}, { attachments: { name: 'a\r\nb', content: '' } }],
  [
    'BAD_INPUT Input "attachments" must not have more than 20 files (got 21).',
    {},
    { attachments: Array.from({ length: 21 }, () => ({ content: '' })) },
  ],
  [
    'BAD_INPUT Input "attachments" must not be larger than 10485760 bytes together.',
    {},
    { attachments: [{ content: 'x'.repeat(MAIL_LIMITS.attachmentBytes) }, { content: 'x' }] },
  ],
])('%s', (expected, settings, inputs) => {
  expect(failure(settings, inputs)).toBe(expected)
})

test('attachments have a name and a type, and keep their encoding', () => {
  const attachments = [
    { name: 'a.csv', type: 'text/csv', content: 'a;b' },
    { content: 'aGk=', encoding: 'base64', type: 'not a type\r\nX: 1' },
  ]
  expect(compose({}, { attachments }).attachments).toEqual([
    { name: 'a.csv', type: 'text/csv', content: 'a;b', encoding: 'utf8' },
    { name: 'attachment-2', type: 'application/octet-stream', content: 'aGk=', encoding: 'base64' },
  ])
  expect(compose({}, { attachments: { name: 'n.txt', content: 'x' } }).attachments).toHaveLength(1)
})
