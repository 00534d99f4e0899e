/** `send_email` with stored credentials, against a mail server on the loopback address. */
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { mailServers } from '../effects/testing/mail-server.ts'
import { Client, edge, jobOf, node } from '../executions/testing/client.ts'

const PASSWORD = 'a-password-that-is-nobodys-business'
const servers = mailServers()
let client: Client
beforeAll(async () => {
  client = await Client.open('--egress-allow', '127.0.0.1')
})
afterAll(() => client[Symbol.asyncDispose]())
afterEach(() => {
  delete process.env.MILLRACE_CREDENTIAL_MAIL
})

let made = 0

async function create(port: number, values: object = {}, project = 'default'): Promise<string> {
  const name = `mail_${made++}`
  const all = { host: '127.0.0.1', port: String(port), secure: 'none', ...values }
  const body = { name, type: 'smtp', values: all }
  expect((await client.call('POST', `/credentials?project=${project}`, body, 'admin')).status).toBe(201)
  return name
}

const MAIL = { from: 'shop@example.test', to: ['ada@example.test'], subject: 'Your order', text: 'It is on its way.' }

const sending = (config: object, extensions?: object) => ({
  nodes: [node('send', 'send_email', { ...MAIL, ...config }, extensions), node('out', 'output', { name: 'id' })],
  edges: [edge('send:message_id', 'out:value')],
})

/** Everything that readers of an execution see. */
async function seen(id: string): Promise<string> {
  const answers = ['', '/logs', '/status'].map((path) => client.call('GET', `/pipelines/${id}${path}`))
  const log = await client.wholeLog(id)
  return JSON.stringify([...(await Promise.all(answers)).map(({ body }) => body), log])
}

/** A server that requires this password, and quotes a wrong one. */
const signIn = (expected: string): SMTPServerOptions => ({
  authOptional: false,
  onAuth: ({ password }, _, done) =>
    password === expected ? done(null, { user: 'mill' }) : done(new Error(`Wrong password: ${password}`)),
})

describe('a node that sends e-mail', () => {
  test('signs in with the credential, also with a reference to its password', async () => {
    const { mails, port } = await servers.smtp(signIn(PASSWORD))
    const names = [
      await create(port, { user: 'mill', password: PASSWORD }),
      await create(port, { user: 'mill', password: 'env:MILLRACE_CREDENTIAL_MAIL' }),
    ]
    process.env.MILLRACE_CREDENTIAL_MAIL = PASSWORD
    for (const credential of names) {
      const detail = await client.run(sending({ credential }))
      expect(detail.status).toBe('completed')
      expect(mails.at(-1)).toMatchObject({ from: 'shop@example.test', to: ['ada@example.test'] })
      expect(mails.at(-1)?.text).toContain(`Message-ID: ${detail.outputs.id}`)
      expect(await seen(detail.id)).not.toContain(PASSWORD)
    }
    expect(mails).toHaveLength(2)
  })

  test('reports a refused sign-in without the password', async () => {
    const { mails, port } = await servers.smtp(signIn('another'))
    const credential = await create(port, { user: 'mill', password: PASSWORD })
    const detail = await client.run(sending({ credential }))
    expect(jobOf(detail, 'send')).toMatchObject({ status: 'failed', error_code: 'MAIL_FAILED' })
    const shown = await seen(detail.id)
    expect(shown).toContain('Wrong password: __secret__:****')
    expect(shown).not.toContain(PASSWORD)
    const { data } = await client.call(`GET`, `/credentials/${credential}`, undefined, 'admin')
    expect(data).toMatchObject({ lastFailure: expect.stringContaining('MAIL_FAILED'), workflows: 1 })
    expect(JSON.stringify(data)).not.toContain(PASSWORD)
    expect(mails).toEqual([])
  })

  test('fails without a fitting credential, and for a private address that is not allowed', async () => {
    const codeFor = async (credential: string) => jobOf(await client.run(sending({ credential })), 'send').error_code
    expect(await codeFor('lost')).toBe('CREDENTIAL_NOT_FOUND')
    const sql = { name: 'not_mail', type: 'sql', values: { connection: 'sqlite:x.db' } }
    expect((await client.call('POST', '/credentials', sql, 'admin')).status).toBe(201)
    expect(await codeFor('not_mail')).toBe('CREDENTIAL_TYPE')
    expect(await codeFor(await create(25, { host: '10.0.0.1' }))).toBe('EGRESS_DENIED')
    expect(await codeFor(await create(25, { password: 'env:MILLRACE_CREDENTIAL_MAIL' }))).toBe('CREDENTIAL_UNUSABLE')
  })

  test('uses no credential of another project, by name and by id', async () => {
    const { mails, port } = await servers.smtp()
    for (const name of ['North', 'South']) {
      expect((await client.call('POST', '/projects', { name }, 'admin')).status).toBe(201)
    }
    const name = await create(port, {}, 'north')
    const listed = await client.call<{ id: string; name: string }[]>(
      'GET',
      '/credentials?project=north',
      undefined,
      'admin',
    )
    const id = listed.data.find((one) => one.name === name)?.id ?? ''
    const statusIn = async (project: string, credential: string) => {
      const body = { name: 'Mail', ...sending({ credential }) }
      const stored = await client.call<{ id: string }>('POST', `/workflows?project=${project}`, body, 'admin')
      const job = jobOf(await client.untilOver(await client.start(stored.data.id)), 'send')
      return job.error_code ?? job.status
    }
    for (const credential of [name, id]) {
      expect(await statusIn('south', credential)).toBe('CREDENTIAL_NOT_FOUND')
      expect(await statusIn('default', credential)).toBe('CREDENTIAL_NOT_FOUND')
      expect(await statusIn('north', credential)).toBe('completed')
    }
    expect(mails).toHaveLength(2)
  })

  test('lets no value add recipients or headers', async () => {
    const { mails, port } = await servers.smtp()
    const credential = await create(port)
    const values = { to: 'ada@example.test\r\nBcc: eve@example.test', subject: 'Hi\r\nBcc: eve@example.test' }
    for (const [input, defaultValue] of Object.entries(values)) {
      const { nodes, edges: own } = sending({ credential })
      const edges = [edge('in:text', `send:${input}`), ...own]
      const detail = await client.run({ nodes: [node('in', 'text_input', { defaultValue }), ...nodes], edges })
      expect(jobOf(detail, 'send')).toMatchObject({ status: 'failed', error_code: 'BAD_INPUT' })
      expect(JSON.stringify(detail)).toContain(`Input \\"${input}\\" must`)
    }
    expect(mails).toEqual([])
  })

  test('is retried if the server asks for that, with the same message id', async () => {
    const ids: string[] = []
    const { port } = await servers.smtp({
      onData(stream, _, done) {
        let text = ''
        stream.on('data', (piece: Buffer) => {
          text += piece
        })
        stream.on('end', () => {
          ids.push(/^Message-ID: (.*)$/im.exec(text)?.[1]?.trim() ?? '')
          done(ids.length === 1 ? Object.assign(new Error('Later'), { responseCode: 451 }) : null)
        })
      },
    })
    const retry = { 'millrace:retry': { maxAttempts: 3, delayMs: 1 } }
    const detail = await client.run(sending({ credential: await create(port) }, retry))
    expect(detail.status).toBe('completed')
    expect(ids).toEqual([detail.outputs.id, detail.outputs.id])
  })

  test('is not repeated if the connection ends after the message, even with a retry policy', async () => {
    const server = await servers.ending(/\r\n\.\r\n$/)
    const retry = { 'millrace:retry': { maxAttempts: 3, delayMs: 1 } }
    const detail = await client.run(sending({ credential: await create(server.port) }, retry))
    expect(jobOf(detail, 'send')).toMatchObject({ status: 'failed', error_code: 'OUTCOME_UNKNOWN' })
    expect(server.count()).toBe(1)
  })

  test('closes its connection when the execution is cancelled', async () => {
    const reached = Promise.withResolvers<void>()
    const server = await servers.ending(/MAIL FROM/, () => reached.resolve())
    const id = await client.start(await client.store(sending({ credential: await create(server.port) })))
    await reached.promise
    expect((await client.call('POST', `/executions/${id}/cancel`)).status).toBe(200)
    await server.isOver.promise
    expect((await client.untilOver(id)).status).toBe('cancelled')
  })

  test('is a tool of an agent, which gets the accepted recipients', async () => {
    const { mails, port } = await servers.smtp()
    const args = { to: 'bob@example.test', subject: 'Offer', text: 'Hello Bob' }
    const script = [{ text: '', toolCalls: [{ name: 'send', args }] }, 'Sent.']
    const detail = await client.run({
      nodes: [
        node('in', 'text_input', { defaultValue: 'Write to Bob' }),
        node('agent', 'simple_agent', { provider: 'echo', model: 'echo', script }),
        node('send', 'send_email', { credential: await create(port), from: MAIL.from }),
        node('out', 'output', { name: 'steps' }),
      ],
      edges: [edge('in:text', 'agent:message'), edge('send:tool', 'agent:tool'), edge('agent:steps', 'out:value')],
    })
    expect(detail.outputs.steps).toMatchObject([
      { tool: 'send', result: { accepted: ['bob@example.test'], rejected: [] } },
    ])
    expect(mails.map(({ to }) => to)).toEqual([['bob@example.test']])
  })
})

describe('a workflow that sends e-mail', () => {
  test('is listed at its credential, and reported if the credential is unknown or does not fit', async () => {
    const credential = await create(25)
    const id = await client.store(sending({ credential }), 'Mails orders')
    const users = await client.call<{ id: string }[]>('GET', `/credentials/${credential}/workflows`, undefined, 'admin')
    expect(users.data).toMatchObject([{ id, name: 'Mails orders' }])
    const bearer = { name: 'a_token', type: 'bearer', hosts: ['api.example'], values: { token: PASSWORD } }
    expect((await client.call('POST', '/credentials', bearer, 'admin')).status).toBe(201)
    const nodes = [
      node('a', 'send_email', { ...MAIL, credential: 'lost' }),
      node('b', 'send_email', { ...MAIL, credential: 'a_token' }),
      node('c', 'send_email', { ...MAIL, credential }),
      node('d', 'send_email', { ...MAIL, credential, to: ['ada'] }),
    ]
    const body = { name: 'w', nodes, edges: [] }
    const checked = await client.call<{ problems: { severity: string }[] }>('POST', '/workflows/validate', body)
    expect(checked.data.problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { nodeId: 'd', path: '/to/0' },
      { code: 'UNKNOWN_CREDENTIAL', nodeId: 'a', path: '/credential' },
      { code: 'WRONG_CREDENTIAL', nodeId: 'b', path: '/credential' },
    ])
  })

  test('cannot be sent elsewhere by a caller who may only run it', async () => {
    const { mails, port } = await servers.smtp()
    const id = await client.store(sending({ credential: await create(port) }))
    const inputs = { send: { to: ['eve@example.test'] } }
    expect((await client.call('POST', '/execute', { workflow_id: id, inputs }, 'operator')).status).toBe(403)
    expect(mails).toEqual([])
  })
})
