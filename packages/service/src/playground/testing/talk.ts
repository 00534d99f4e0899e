/** A playground client of a service under test, and a listener over a real connection. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlaygroundMessage, PlaygroundSession, Static } from '@millrace/model'
import { expect } from 'vitest'
import { Client, type Drawing, edge, node, type Reply } from '../../executions/testing/client.ts'

export type MessageBody = Static<typeof PlaygroundMessage>
export type SessionBody = Static<typeof PlaygroundSession>

export interface MessagePageBody {
  readonly success: boolean
  readonly data: MessageBody[]
  readonly message: string
  readonly hasMore: boolean
  readonly hasOlder: boolean
  readonly sessionStatus: string
}

/** A workflow that answers in capital letters. */
export const shout: Drawing = {
  nodes: [
    node('in', 'chat_input'),
    node('up', 'text_formatter', { operation: 'uppercase' }),
    node('out', 'chat_output'),
  ],
  edges: [edge('in:message', 'up:text'), edge('up:formatted', 'out:message')],
}

/** A workflow that answers when a gate is opened. */
export const gated: Drawing = {
  nodes: [...shout.nodes, node('g', 'gate')],
  edges: [...shout.edges, edge('g:trigger', 'out:trigger')],
}

/** Like `gated`, but streams its text: one piece first and another each time a gate is opened. */
export const mumble: Drawing = {
  nodes: [node('in', 'chat_input'), node('m', 'mumbler'), node('out', 'chat_output')],
  edges: [edge('in:message', 'm:text'), edge('m:text', 'out:message')],
}

const CUSTOM = {
  'mumbler.js': `export default { id: 'mumbler', version: '1.0.0', name: 'Mumbler', description: 'Streams.',
    category: 'ai', icon: 'mdi:chat', tags: [], inputs: { text: { dataType: 'string', required: true } },
    outputs: { text: { dataType: 'string' } }, config: { type: 'object', properties: {} },
    async run({ inputs, say, signal }) {
      for (const word of inputs.text.split(' ')) {
        say(word + ' ')
        await new Promise((resolve, reject) => {
          globalThis.millraceGates.push(resolve)
          signal.addEventListener('abort', () => reject(new Error('aborted')))
        })
      }
      return { text: inputs.text }
    } }`,
}

let folder: string | undefined
function customNodes(): string {
  if (folder !== undefined) return folder
  folder = mkdtempSync(join(tmpdir(), 'millrace-playground-'))
  for (const [name, text] of Object.entries(CUSTOM)) writeFileSync(join(folder, name), text)
  return folder
}

export class Talk implements AsyncDisposable {
  readonly client: Client
  #port: number | undefined

  private constructor(client: Client) {
    this.client = client
  }

  static async open(...flags: string[]): Promise<Talk> {
    return new Talk(await Client.open('--nodes', customNodes(), ...flags))
  }

  /** In one of several processes on a Postgres database. */
  static async inCluster(database: string, ...flags: string[]): Promise<Talk> {
    return new Talk(await Client.inCluster(database, '--nodes', customNodes(), ...flags))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.client[Symbol.asyncDispose]()
  }

  /** A new session with a new workflow. */
  async begin(drawing: Drawing, body?: object): Promise<SessionBody> {
    return this.beginWith(await this.client.store(drawing), body)
  }

  async beginWith(workflow: string, body?: object): Promise<SessionBody> {
    const made = await this.client.call<SessionBody>('POST', `/workflows/${workflow}/playground/sessions`, body)
    expect(made.body).toMatchObject({ success: true })
    return made.data
  }

  async session(id: string): Promise<SessionBody> {
    const { status, data } = await this.client.call<SessionBody>('GET', `/playground/sessions/${id}`)
    expect(status).toBe(200)
    return data
  }

  send(id: string, content: string, inputs?: object): Promise<Reply<MessageBody>> {
    const body = inputs === undefined ? { content } : { content, inputs }
    return this.client.call<MessageBody>('POST', `/playground/sessions/${id}/messages`, body)
  }

  async page(id: string, query = ''): Promise<MessagePageBody> {
    const reply = await this.client.call<MessagePageBody>('GET', `/playground/sessions/${id}/messages${query}`)
    expect(reply.status).toBe(200)
    return reply.body
  }

  async until(id: string, status: string): Promise<void> {
    await this.client.until(async () => (await this.page(id, '?latest=true&limit=1')).sessionStatus === status)
  }

  /** Sends a message, waits for the end of the turn and returns its messages, the sent one first. */
  async say(id: string, content: string, inputs?: object): Promise<MessageBody[]> {
    const sent = await this.send(id, content, inputs)
    expect(sent.body).toMatchObject({ success: true })
    await this.until(id, 'idle')
    return (await this.page(id, `?since=${sent.data.sequenceNumber - 1}`)).data
  }

  /** The open question of a session. */
  async question(id: string): Promise<MessageBody> {
    await this.until(id, 'awaiting_input')
    const asked = (await this.page(id)).data.filter(
      ({ metadata, status }) => metadata.type === 'interrupt_request' && status === 'pending',
    )
    expect(asked).toHaveLength(1)
    return asked[0] as MessageBody
  }

  answer(question: MessageBody, value: unknown) {
    return this.client.call('POST', `/interrupts/${question.metadata.interrupt_id}`, { value })
  }

  /** Collects the events of a session up to a count or until a condition holds. */
  async listen(id: string, { after, by = 'header', path, headers, enough }: Listening) {
    const query = after === undefined || by === 'header' ? '' : `?after=${after}`
    const url = path ?? `/api/v1/playground/sessions/${id}/events${query}`
    const last = after === undefined || by === 'query' ? {} : { 'last-event-id': String(after) }
    const own = headers ?? this.client.service.as('viewer')
    const response = await this.#get(url, { ...own, ...last })
    let text = ''
    const whole = () => newsIn(text.slice(0, text.lastIndexOf('\n\n') + 2))
    response.setEncoding('utf8')
    for await (const chunk of response) {
      text += chunk
      if (enough?.(whole()) === true) break
    }
    response.destroy()
    return { status: response.statusCode, type: response.headers['content-type'], text, news: whole() }
  }

  /** Opens a stream; resolves with the first event. */
  async overhear(id: string, { enough, ...how }: Listening): Promise<{ heard: Promise<News[]> }> {
    const first = Promise.withResolvers<void>()
    const listening = this.listen(id, {
      ...how,
      enough: (news) => {
        if (news.length > 0) first.resolve()
        return enough?.(news) === true
      },
    })
    await Promise.race([first.promise, listening])
    return { heard: listening.then(({ news }) => news) }
  }

  async #get(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
    const { app } = this.client.service
    if (this.#port === undefined) {
      await app.listen({ port: 0, host: '127.0.0.1' })
      const address = app.server.address()
      this.#port = typeof address === 'object' && address !== null ? address.port : 0
    }
    const port = this.#port
    return new Promise((resolve, reject) => get({ port, path, headers }, resolve).on('error', reject))
  }
}

export interface News {
  readonly id?: number
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the event, and tests read it
  readonly data: any
}

interface Listening {
  readonly after?: number
  readonly by?: 'header' | 'query'
  readonly path?: string
  readonly headers?: Record<string, string>
  /** Disconnect when this holds; without it, read until the stream ends. */
  readonly enough?: (news: readonly News[]) => boolean
}

function newsIn(text: string): News[] {
  return text.split('\n\n').flatMap((block) => {
    const line = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
    const [id, event] = [line('id'), line('event')]
    if (event === undefined) return []
    return [{ ...(id === undefined ? {} : { id: Number(id) }), event, data: JSON.parse(line('data') ?? 'null') }]
  })
}

/** `[role, content]` of messages, in order. */
export function saidIn(messages: readonly MessageBody[]): [string, string][] {
  return messages.map(({ role, content }) => [role, content])
}
