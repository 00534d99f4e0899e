import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, confirmation } from '../people/testing/people.ts'
import { failing, Receiver } from './testing/receiver.ts'

const PASSWORD = 'a-password-that-is-nobodys-business'

let receiver: Receiver
let server: SMTPServer
let port: number
const mails: { readonly from: string; readonly to: string[]; readonly text: string }[] = []

const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _, done) =>
  username === 'mill' && password === PASSWORD ? done(null, { user: username }) : done(new Error('Wrong password'))

beforeAll(async () => {
  receiver = await Receiver.open('--egress-allow', '127.0.0.1', '--public-url', 'https://flows.example')
  server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], allowInsecureAuth: true, logger: false, onAuth },
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(pieces).toString() })
        done()
      })
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.server.address() as AddressInfo).port
})
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await new Promise<void>((done) => server.close(done))
})

async function mailTo(name: string, values: object, fields: object = {}) {
  const body = { name, type: 'smtp', values: { host: '127.0.0.1', port: String(port), secure: 'none', ...values } }
  expect((await receiver.client.call('POST', '/credentials', body, 'admin')).status).toBe(201)
  const addresses = { to: ['ops@example.test', 'ada@example.test'], from: 'mill@example.test' }
  return receiver.subscribe({ kind: 'email', url: undefined, credential: name, ...addresses, ...fields })
}

/** A message without its transfer encoding. */
function decoded(text: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(text)) return text
  const hex = (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))
  return text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, hex)
}

const sendTest = async (id: string) =>
  (await receiver.client.call<{ error: string | null }>('POST', `/subscriptions/${id}/test`, undefined, 'admin')).data

test('sends e-mail about a failure through the server of a credential', async () => {
  const { id } = await mailTo('mail_server', { user: 'mill', password: PASSWORD })
  const execution = await receiver.client.run(failing)
  await receiver.pass()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ from: 'mill@example.test', to: ['ops@example.test', 'ada@example.test'] })
  const text = mails[0]?.text.replace(/=\r\n/g, '') ?? ''
  expect(text).toContain('Subject: A workflow failed')
  expect(text).toContain('NO_STOCK: There is no stock left.')
  expect(text).toContain(`https://flows.example/#/executions/${execution.id}`)
  expect((await receiver.deliveries(id))[0]).toMatchObject({ status: 'delivered', responseStatus: null })
  expect(await sendTest(id)).toEqual({ delivered: true, responseStatus: null, error: null })
  await receiver.client.call('DELETE', `/subscriptions/${id}`, undefined, 'admin')
})

test('sends e-mail about a question that waits, with a link to answer it', async () => {
  const { id } = await mailTo('mail_questions', {}, { events: ['question.waiting'] })
  mails.length = 0
  const { question } = await ask(receiver.client, confirmation({ message: 'Ship the order?' }))
  await receiver.pass()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ from: 'mill@example.test', to: ['ops@example.test', 'ada@example.test'] })
  const text = decoded(mails[0]?.text ?? '')
  expect(text).toContain('Subject: A workflow waits for an answer')
  // The whole body: the question, and the address of the inbox with this question only.
  const body = text.slice(text.indexOf('\r\n\r\n')).trim().split('\r\n')
  expect(body).toEqual(['Ship the order?', `https://flows.example/#/inbox?question=${question.id}`])
  await receiver.client.call('DELETE', `/subscriptions/${id}`, undefined, 'admin')
})

test('reports a refused sign-in without the password, a missing credential, and a closed address', async () => {
  const refused = await sendTest((await mailTo('wrong', { user: 'mill', password: `${PASSWORD}-not` })).id)
  expect(refused.error).toContain('The mail server 127.0.0.1 did not accept the message')
  expect(refused.error).not.toContain(PASSWORD)
  const closed = await mailTo('closed', { host: '10.0.0.1' })
  expect((await sendTest(closed.id)).error).toContain('Not allowed to call')
  await receiver.client.call('DELETE', '/credentials/closed', undefined, 'admin')
  expect((await sendTest(closed.id)).error).toBe('There is no credential "closed".')
})

test('needs a credential of a mail server, which may be deleted later', async () => {
  const { client } = receiver
  const { id } = await mailTo('soon_deleted', {})
  const changed = async (fields: object) => {
    const { status, body } = await client.call('PATCH', `/subscriptions/${id}`, fields, 'admin')
    return [status, body.details?.[0]?.path, body.details?.[0]?.message]
  }
  const token = { name: 'api', type: 'bearer', hosts: ['api.example'], values: { token: 'x' } }
  expect((await client.call('POST', '/credentials', token, 'admin')).status).toBe(201)
  const type = 'must be a credential of the type smtp, not bearer'
  expect(await changed({ credential: 'api' })).toEqual([422, '/credential', type])
  const missing = 'must be a credential of the default project'
  expect(await changed({ credential: 'unknown' })).toEqual([422, '/credential', missing])
  await client.call('DELETE', '/credentials/soon_deleted', undefined, 'admin')
  expect(await changed({ name: 'Ops', credential: 'soon_deleted' })).toEqual([200, undefined, undefined])
})

test('sends e-mail about workflows of every project, with credentials of the default one only', async () => {
  const { client } = receiver
  const create = async (path: string, body: object) => {
    const { status, data } = await client.call<{ id: string }>('POST', path, body, 'admin')
    expect(status).toBe(201)
    return data.id
  }
  await create('/projects', { name: 'Sales' })
  const { id } = await mailTo('mail_of_all', {})
  mails.length = 0
  const workflow = await create('/workflows?project=sales', { name: 'Failing', ...failing })
  await client.untilOver(await client.start(workflow))
  await receiver.pass()
  expect(mails).toHaveLength(1)
  expect((await receiver.deliveries(id))[0]).toMatchObject({ status: 'delivered' })

  const values = { host: '127.0.0.1', port: String(port), secure: 'none' }
  const ofSales = await create('/credentials?project=sales', { name: 'mail_of_sales', type: 'smtp', values })
  for (const credential of ['mail_of_sales', ofSales]) {
    const { status, body } = await client.call('PATCH', `/subscriptions/${id}`, { credential }, 'admin')
    const message = 'must be a credential of the default project'
    expect([status, body.details]).toEqual([422, [{ code: 'INVALID_VALUE', message, path: '/credential' }]])
  }
  await client.call('DELETE', '/credentials/mail_of_all', undefined, 'admin')
  await create('/credentials?project=sales', { name: 'mail_of_all', type: 'smtp', values })
  expect(await sendTest(id)).toMatchObject({ delivered: false, error: 'There is no credential "mail_of_all".' })
  expect(mails).toHaveLength(1)
})
