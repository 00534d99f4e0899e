/** What the tests of the audit log need to know about an action. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditEntry } from '@millrace/model'
import { expect } from 'vitest'
import { CLIENT_SECRET, type OAuthServer, startOAuthServer } from '../../../credentials/testing/oauth-server.ts'
import { Client, node } from '../../../executions/testing/client.ts'

/** The entry that an action must leave. */
export interface Expected {
  /** By default the token of the admin. */
  readonly actor?: Partial<AuditEntry['actor']>
  readonly subject: { readonly id: unknown; readonly name?: string }
  readonly details?: AuditEntry['details']
}

/** Makes what the action needs, and returns the function that performs it; that throws unless the action succeeds. */
export type AuditedAction = (world: World) => Promise<() => Promise<Expected>>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Headers = Readonly<Record<string, string>>
// biome-ignore lint/suspicious/noExplicitAny: the cases read arbitrary replies
type Json = any

const ADDRESS = 'https://flows.example.com'
const OWN_PAGE = { origin: ADDRESS }

/** A service on a SQLite file, with a provider of OAuth. */
export class World implements AsyncDisposable {
  readonly file: string
  readonly client: Client
  readonly oauth: OAuthServer
  #made = 0

  private constructor(file: string, client: Client, oauth: OAuthServer) {
    this.file = file
    this.client = client
    this.oauth = oauth
  }

  static async open(): Promise<World> {
    const file = join(mkdtempSync(join(tmpdir(), 'millrace-audited-')), 'test.db')
    const oauth = await startOAuthServer(`${ADDRESS}/oauth2/callback`)
    const flags = ['--database', file, '--egress-allow', '127.0.0.1', '--public-url', ADDRESS]
    return new World(file, await Client.open(...flags), oauth)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client[Symbol.asyncDispose]()
    await this.oauth[Symbol.asyncDispose]()
    rmSync(join(this.file, '..'), { recursive: true, force: true })
  }

  /** A name that no other case uses. */
  name(kind: string): string {
    return `${kind}_${this.#made++}`
  }

  /** Sends a request and throws unless it succeeds. */
  async send(method: Method, path: string, payload?: unknown, headers?: Headers): Promise<Json> {
    const reply = await this.client.service.app.inject({
      ...{ method, url: path.startsWith('/sign-in') ? path : `/api/v1${path}` },
      headers: { ...(headers ?? this.client.service.as('admin')) },
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
    if (reply.statusCode >= 400) throw new Error(`${method} ${path}: ${reply.statusCode} ${reply.body}`)
    const type = String(reply.headers['content-type'])
    return { headers: reply.headers, ...(type.includes('/json') ? reply.json() : { text: reply.body }) }
  }

  /** The id of what a request makes. */
  async make(path: string, body: object): Promise<string> {
    return (await this.send('POST', path, body)).data.id
  }

  workflow(name = this.name('workflow')): Promise<string> {
    return this.make('/workflows', { name, nodes: [node('t', 'text_input', { defaultValue: 'x' })], edges: [] })
  }

  /** An execution that runs until its gate is opened or it is cancelled. */
  async running(): Promise<string> {
    const id = await this.client.start(await this.client.store({ nodes: [node('gate', 'gate')], edges: [] }))
    await this.client.until(async () => (await this.client.statusOf(id)) === 'running')
    return id
  }

  /** A browser session, by default of the admin. */
  async session(body: object = { token: this.client.service.tokens.admin }): Promise<Headers> {
    const { headers } = await this.send('POST', '/auth/session', body, OWN_PAGE)
    return { cookie: String(headers['set-cookie']).split(';')[0] ?? '', ...OWN_PAGE }
  }

  /** A local account without a password, with the code of its link. */
  async invited(): Promise<{ id: string; name: string; email: string; code: string }> {
    const name = this.name('person')
    const email = `${name}@example.com`
    const { data } = await this.send('POST', '/people', { email, name, role: 'editor' })
    return { id: data.id, name, email, code: codeIn(data.link.url) }
  }

  /** A local account with a password. */
  async member(password: string) {
    const invited = await this.invited()
    await this.send('POST', '/auth/password-choice', { code: invited.code, password }, OWN_PAGE)
    return invited
  }

  async credential(): Promise<{ id: string; name: string; body: object }> {
    const name = this.name('credential')
    const body = { name, type: 'bearer', hosts: ['a.example'], values: { token: 'a-token-0123' } }
    return { id: await this.make('/credentials', body), name, body }
  }

  /** A credential of an account of the provider, and the address that finishes its connection. */
  async unconnected(): Promise<{ id: string; name: string; finish: string }> {
    const name = this.name('account')
    const { issuer, api } = this.oauth
    const values = { authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token`, clientId: 'web' }
    const id = await this.make('/credentials', {
      ...{ name, type: 'oauth2_authorization_code', hosts: [api] },
      values: { ...values, clientSecret: CLIENT_SECRET, scopes: 'openid orders.read' },
    })
    const { data } = await this.send('POST', `/credentials/${id}/connect`)
    return { id, name, finish: (await this.oauth.allow(data.url)).href }
  }

  async connected(): Promise<{ id: string; name: string }> {
    const { id, name, finish } = await this.unconnected()
    await this.send('POST', `/credentials/${id}/connection`, { url: finish })
    return { id, name }
  }

  async project(): Promise<{ id: string; name: string }> {
    const id = this.name('project').replace('_', '-')
    await this.send('POST', '/projects', { id, name: `Project ${id}` })
    return { id, name: `Project ${id}` }
  }
}

/** The code in the fragment or the query of a link. */
export function codeIn(url: string): string {
  const code = /code=([^&]+)/.exec(url)?.[1]
  if (code === undefined) throw new Error(`no code in ${url}`)
  return decodeURIComponent(code)
}

export const OWN = OWN_PAGE
export const SOME_ID: unknown = expect.stringMatching(/./)
export const PASSWORD = 'a long sentence is good'
export const OTHER_PASSWORD = 'another long sentence'
