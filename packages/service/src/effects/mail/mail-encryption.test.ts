/** E-mail to servers with TLS: nothing is sent, not even the password, before the certificate is verified. */
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { OpenCredential } from '../credentials/credential-source.ts'
import { createEgress } from '../http/egress.ts'
import { CERTIFICATE, CERTIFIED, KEY } from '../testing/certificate.ts'
import { sendMail } from './send-mail.ts'

const trusted = getCACertificates('default')
const started = new Set<SMTPServer>()
afterEach(async () => {
  setDefaultCACertificates(trusted)
  await Promise.all([...started].map((server) => new Promise<void>((done) => server.close(done))))
  started.clear()
})

const PASSWORD = 'a-password-that-is-nobodys-business'
const signal = new AbortController().signal
const egress = createEgress(['127.0.0.1'], async () => [{ address: '127.0.0.1', family: 4 }])

/** Starts a server with the certificate of `secure.example`; `received` has the sign-ins and messages. */
async function startServer(options: SMTPServerOptions) {
  const received: string[] = []
  const server = new SMTPServer({
    ...{ key: KEY, cert: CERTIFICATE, logger: false, allowInsecureAuth: true, ...options },
    onAuth({ username, password }, session, done) {
      received.push(`${username} ${password} ${session.secure ? 'encrypted' : 'readable'}`)
      done(null, { user: username })
    },
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        received.push(`message ${session.secure ? 'encrypted' : 'readable'}`)
        done()
      })
    },
  })
  // A client that refuses the certificate ends the connection.
  server.on('error', () => {})
  started.add(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { received, port: (server.server.address() as AddressInfo).port }
}

function send(port: number, secure: string, host: string = CERTIFIED) {
  const credential: OpenCredential = {
    ...{ id: 'c', name: 'mail', type: 'smtp', hosts: [], headers: {}, secrets: [PASSWORD], ended: () => {} },
    values: { host, port: String(port), secure, user: 'mill', password: PASSWORD },
  }
  const mail = {
    to: [{ address: 'ops@example.test' }],
    from: { address: 'mill@example.test' },
    ...{ subject: 'Hello', text: 'World', messageId: '<one@millrace>' },
  }
  return sendMail(mail, { credential, egress, signal })
}

const WAYS = [
  { way: 'TLS', secure: 'tls', options: { secure: true } },
  { way: 'STARTTLS', secure: 'starttls', options: { secure: false } },
]

test.each(WAYS)('sends e-mail over $way to a server with a trusted certificate', async ({ secure, options }) => {
  setDefaultCACertificates([...trusted, CERTIFICATE])
  const { received, port } = await startServer(options)
  await send(port, secure)
  expect(received).toEqual([`mill ${PASSWORD} encrypted`, 'message encrypted'])
})

test.each(WAYS)(
  'refuses a certificate over $way that is not trusted, and sends nothing',
  async ({ secure, options }) => {
    const { received, port } = await startServer(options)
    const error = await send(port, secure).catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ code: 'MAIL_FAILED', message: expect.stringContaining('certificate') })
    expect(received).toEqual([])
  },
)

test.each(WAYS)('refuses a certificate over $way of another host, and sends nothing', async ({ secure, options }) => {
  setDefaultCACertificates([...trusted, CERTIFICATE])
  const { received, port } = await startServer(options)
  await expect(send(port, secure, 'other.example')).rejects.toMatchObject({ code: 'MAIL_FAILED' })
  expect(received).toEqual([])
})

test('refuses a server that does not offer STARTTLS, and sends nothing', async () => {
  setDefaultCACertificates([...trusted, CERTIFICATE])
  const { received, port } = await startServer({ secure: false, disabledCommands: ['STARTTLS'] })
  await expect(send(port, 'starttls')).rejects.toMatchObject({ code: 'MAIL_FAILED' })
  expect(received).toEqual([])
})
