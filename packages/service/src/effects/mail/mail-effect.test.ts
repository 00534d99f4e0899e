import { MAIL_LIMITS, type MailCall, NodeFailure } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import type { CredentialSource } from '../credentials/credential-source.ts'
import { createEgress } from '../http/egress.ts'
import { decodedMail, mailServers } from '../testing/mail-server.ts'
import { createMail } from './mail-effect.ts'

const PASSWORD = 'a-password-that-is-nobodys-business'
const start = mailServers()
const ada = { address: 'ada@example.test' }

interface Sending {
  readonly port: number
  readonly values?: Record<string, string>
  readonly call?: Partial<MailCall>
  readonly key?: string
  readonly signal?: AbortSignal
  readonly allow?: readonly string[]
}

const outcomes: (string | undefined)[] = []

function send({ port, values = {}, call = {}, key = 'run/step/1', ...rest }: Sending) {
  const { signal = new AbortController().signal, allow = ['127.0.0.1'] } = rest
  const credentials: CredentialSource = {
    open: async (name) => ({
      ...{ id: 'c', name, type: 'smtp', hosts: [], headers: {}, secrets: [PASSWORD] },
      values: { host: '127.0.0.1', port: String(port), secure: 'none', ...values },
      ended: ({ failure }) => void outcomes.push(failure),
    }),
  }
  const mail = createMail(createEgress(allow), credentials)
  const message = {
    credential: 'mail',
    from: { address: 'shop@example.test' },
    to: [ada],
    subject: 'Hi',
    text: 'Hello',
  }
  return mail({ ...message, ...call }, { signal, idempotencyKey: key, owner: { workflow: 'w' } })
}

const failure = (sending: Sending) =>
  send(sending).then(
    () => undefined,
    (error: NodeFailure) => error,
  )

describe('an e-mail', () => {
  test('has all recipients in its envelope and no bcc in its headers', async () => {
    const { mails, port } = await start.smtp()
    const sent = await send({
      port,
      call: {
        from: { address: 'shop@example.test', name: 'Größe, Shop' },
        ...{ cc: [{ address: 'bob@example.test', name: 'Bob' }], bcc: [{ address: 'eve@example.test' }] },
        ...{ replyTo: [{ address: 'help@example.test' }], html: '<p>Hello</p>' },
        attachments: [
          { name: 'a.csv', type: 'text/csv', content: Buffer.from('x;y').toString('base64'), encoding: 'base64' },
        ],
      },
    })
    const everyone = ['ada@example.test', 'bob@example.test', 'eve@example.test']
    expect(sent).toEqual({
      messageId: expect.stringMatching(/^<[0-9a-f]{32}@example\.test>$/),
      accepted: everyone,
      rejected: [],
    })
    expect(mails[0]).toMatchObject({ from: 'shop@example.test', to: everyone })
    const text = decodedMail(mails[0]?.text ?? '')
    expect(text).toContain(`Message-ID: ${sent.messageId}`)
    for (const part of ['To: ada@example.test', 'Cc: Bob <bob@example.test>', 'Reply-To: help@example.test']) {
      expect(text).toContain(part)
    }
    expect(text).toContain('Content-Type: text/html')
    expect(text).toContain('filename=a.csv')
    expect(text).toContain(Buffer.from('x;y').toString('base64'))
    expect(text).not.toContain('eve@example.test')
    expect(text).not.toContain('run/step/1')
  })

  test('has the same id in all attempts of a step, and another one in other steps', async () => {
    const { port } = await start.smtp()
    const ids = [await send({ port }), await send({ port }), await send({ port, key: 'run/step/2' })].map(
      ({ messageId }) => messageId,
    )
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('is from the user of the credential if no sender is set, and fails if that is not an address', async () => {
    const onAuth = (_: unknown, __: unknown, done: (error: null, user: object) => void) => done(null, { user: 'u' })
    const { mails, port } = await start.smtp({ onAuth })
    const own = (user: string) => {
      const { from: _, ...call } = { from: undefined, to: [ada], subject: 'Hi', text: 'Hello', credential: 'mail' }
      const credentials: CredentialSource = {
        open: async (name) => ({
          ...{ id: 'c', name, type: 'smtp', hosts: [], headers: {}, secrets: [PASSWORD], ended: () => {} },
          values: { host: '127.0.0.1', port: String(port), secure: 'none', user, password: PASSWORD },
        }),
      }
      const step = { signal: new AbortController().signal, idempotencyKey: 'k', owner: { workflow: 'w' } }
      return createMail(createEgress(['127.0.0.1']), credentials)(call, step)
    }
    await own('orders@example.test')
    expect(mails[0]?.from).toBe('orders@example.test')
    await expect(own('mill')).rejects.toMatchObject({
      code: 'BAD_CONFIG',
      message: 'Setting "from" is required: the user of the credential "mail" is not an address.',
    })
  })

  test('reports recipients that the server rejects, and fails if it rejects all of them', async () => {
    const { mails, port } = await start.smtp({
      onRcptTo: ({ address }, _, done) =>
        address.startsWith('unknown')
          ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
          : done(),
    })
    const unknown = { address: 'unknown@example.test' }
    expect(await send({ port, call: { cc: [unknown] } })).toMatchObject({
      accepted: ['ada@example.test'],
      rejected: ['unknown@example.test'],
    })
    expect(mails).toHaveLength(1)
    expect(await failure({ port, call: { to: [unknown] } })).toMatchObject({
      ...{ code: 'MAIL_FAILED', retryable: false, details: { rejected: ['unknown@example.test'] } },
      message: expect.stringContaining('The mail server 127.0.0.1 did not accept the message'),
    })
    expect(outcomes.at(-1)).toContain('No such mailbox')
  })

  test.each([
    ['later', 451, true],
    ['never', 554, false],
  ])('that the server refuses may be retried if it asks for that: %s', async (_, responseCode, retryable) => {
    const { port } = await start.smtp({
      onData(stream, __, done) {
        stream.resume()
        stream.on('end', () => done(Object.assign(new Error('Not now'), { responseCode })))
      },
    })
    expect(await failure({ port })).toMatchObject({
      code: 'MAIL_FAILED',
      retryable,
      message: expect.stringContaining('Not now'),
    })
  })
})

describe('values that try to add headers or recipients', () => {
  const injected = 'ada@example.test\r\nBcc: eve@example.test'
  test.each<[string, Partial<MailCall>]>([
    ['an address', { to: [{ address: injected }] }],
    ['a list in one address', { cc: [{ address: 'ada@example.test, eve@example.test' }] }],
    ['a name', { bcc: [{ address: 'ada@example.test', name: 'Ada\r\nBcc: eve@example.test' }] }],
    ['the sender', { from: { address: injected } }],
    ['the address for replies', { replyTo: [{ address: injected }] }],
  ])('are rejected before anything is sent: %s', async (_, call) => {
    const server = await start.ending(/EHLO/)
    expect(await failure({ port: server.port, call })).toMatchObject({ code: 'BAD_INPUT', retryable: false })
    expect(server.count()).toBe(0)
  })

  test('stay in the subject and in the name of a file', async () => {
    const { mails, port } = await start.smtp()
    const name = 'a.txt"\r\nX-Evil: 1'
    const attachments = [{ name, type: 'text/plain', content: 'x', encoding: 'utf8' as const }]
    await send({ port, call: { subject: 'Hi\r\nBcc: eve@example.test\r\n\r\nBody', attachments } })
    expect(mails[0]?.to).toEqual(['ada@example.test'])
    expect(mails[0]?.text).not.toMatch(/^(Bcc|X-Evil):/im)
  })

  test('a line with one dot does not end the message', async () => {
    const { mails, port } = await start.smtp()
    await send({ port, call: { text: 'a\r\n.\r\nMAIL FROM:<eve@example.test>\r\nb' } })
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('MAIL FROM:<eve@example.test>')
  })
})

test.each<[string, Partial<MailCall>]>([
  ['no recipients', { to: [] }],
  ['too many recipients', { to: Array.from({ length: MAIL_LIMITS.recipients + 1 }, () => ada) }],
  ['a body that is too large', { html: 'x'.repeat(MAIL_LIMITS.bodyBytes + 1) }],
  [
    'attachments that are too large',
    {
      attachments: [{ name: 'a', type: 'a/b', content: 'x'.repeat(MAIL_LIMITS.attachmentBytes + 1), encoding: 'utf8' }],
    },
  ],
])('a message with %s is rejected before anything is sent', async (_, call) => {
  const server = await start.ending(/EHLO/)
  expect(await failure({ port: server.port, call })).toMatchObject({ code: 'BAD_INPUT' })
  expect(server.count()).toBe(0)
})

describe('a connection that ends', () => {
  test.each([
    ['at the greeting', /EHLO/],
    ['before the message', /DATA\r\n/],
    ['within the message', /Subject: Hi/],
  ])('%s may be retried', async (_, ending) => {
    const { port } = await start.ending(ending)
    // Larger than the buffers of the sockets, so that its end is not yet sent.
    const attachments = [{ name: 'a', type: 'a/b', content: 'x'.repeat(10_000_000), encoding: 'utf8' as const }]
    expect(await failure({ port, call: { attachments } })).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  })

  test('after the message has an unknown outcome, which is not retried', async () => {
    const server = await start.ending(/\r\n\.\r\n$/)
    expect(await failure({ port: server.port })).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      retryable: false,
      message:
        'The connection to the mail server 127.0.0.1 ended before it confirmed the message. It may have been sent.',
    })
    expect(server.count()).toBe(1)
  })
})

describe('a server that does not answer', () => {
  test('in time may be called again', async () => {
    const { port } = await start.ending(/MAIL FROM/, () => {})
    expect(await failure({ port, call: { timeoutMs: 300 } })).toMatchObject({
      ...{ code: 'TIMED_OUT', retryable: true, message: '127.0.0.1 did not respond in 300 ms.' },
    })
  })

  test('after the message has an unknown outcome', async () => {
    const { port } = await start.ending(/\r\n\.\r\n$/, () => {})
    expect(await failure({ port, call: { timeoutMs: 3_000 } })).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      retryable: false,
    })
  })

  test('is left when the step is aborted', async () => {
    const abort = new AbortController()
    const reason = new NodeFailure('CANCELLED', 'over')
    const server = await start.ending(/MAIL FROM/, () => abort.abort(reason))
    expect(await failure({ port: server.port, signal: abort.signal })).toMatchObject({ code: 'CANCELLED' })
    await server.isOver.promise
    expect(await failure({ port: server.port, signal: abort.signal })).toMatchObject({ code: 'CANCELLED' })
    expect(server.count()).toBe(1)
  })

  test('because nothing listens may be called again', async () => {
    expect(await failure({ port: 1 })).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  })
})

test('a private address is not called unless it is allowed', async () => {
  const server = await start.ending(/EHLO/)
  expect(await failure({ port: server.port, allow: [] })).toMatchObject({ code: 'EGRESS_DENIED', retryable: false })
  expect(await failure({ port: server.port, allow: [], values: { host: 'localhost' } })).toMatchObject({
    code: 'EGRESS_DENIED',
  })
  expect(server.count()).toBe(0)
})

test.each([
  ['the password', PASSWORD],
  ['the response to AUTH PLAIN', Buffer.from(`\u0000mill\u0000${PASSWORD}`).toString('base64')],
  ['the response to AUTH LOGIN', Buffer.from(PASSWORD).toString('base64')],
])('an error has no secret if the server quotes %s', async (_, quoted) => {
  const { port } = await start.smtp({ onAuth: (__, ___, done) => done(new Error(`Refused: ${quoted} is wrong`)) })
  const error = await failure({ port, values: { user: 'mill', password: PASSWORD } })
  expect(error).toMatchObject({ code: 'MAIL_FAILED', retryable: false, message: expect.stringContaining('Refused') })
  expect(JSON.stringify([error?.message, error?.details, outcomes])).not.toContain(quoted)
})

test('a server without TLS is refused if the credential requires it', async () => {
  const { mails, port } = await start.smtp()
  expect(await failure({ port, values: { secure: 'starttls' } })).toMatchObject({
    code: 'MAIL_FAILED',
    retryable: false,
  })
  expect(mails).toEqual([])
})
