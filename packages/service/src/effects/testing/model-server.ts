/**
 * A model provider on the loopback address, for tests: real HTTP, scripted responses. It speaks the protocols of OpenAI
 * (chat completions, responses, embeddings), Anthropic and Google, and simulates their failures on request.
 *
 *   const server = await startModelServer()
 *   server.script('Hello', { toolCalls: [{ name: 'add', args: { a: 1 } }] }, { status: 500 })
 *   settings: { provider: 'openai_compatible', baseUrl: server.baseUrl, model: 'm' }
 *   await server.close()
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { PROTOCOLS, type Protocol, type SpokenAnswer, type SpokenEvent } from './model-protocols.ts'

/** The content of a model's response. */
export interface ModelReply {
  readonly text?: string
  /** `raw` is sent unchanged as the arguments. */
  readonly toolCalls?: readonly { readonly name: string; readonly args?: object; readonly raw?: string }[]
  readonly usage?: { readonly input: number; readonly output: number }
  readonly finish?: 'stop' | 'length'
}

/** A plain HTTP response. */
export interface StatusReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * hang: no response. stall: half of it, then nothing more. break: half of it, then the connection is cut. end: half of
 * it, then a proper end. endless: continues until the client stops reading. garbage: cannot be parsed.
 */
export interface FaultReply {
  readonly fault: 'hang' | 'stall' | 'break' | 'end' | 'endless' | 'garbage'
  readonly text?: string
}

export type ScriptedReply = string | ModelReply | StatusReply | FaultReply

export interface RecordedRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
  /** Settles when the connection of the request is closed. */
  readonly closed: Promise<void>
}

export interface ModelServer {
  /** `http://127.0.0.1:port`. */
  readonly origin: string
  /** For OpenAI, Anthropic and compatible providers. */
  readonly baseUrl: string
  /** For Google. */
  readonly googleUrl: string
  readonly requests: readonly RecordedRequest[]
  /** The next responses, one per request; "Hello" if none is left. */
  script(...replies: ScriptedReply[]): void
  /** The names in the list of models; without any, the server has no list. */
  offer(...names: string[]): void
  /** Resolves with the next request. */
  next(): Promise<RecordedRequest>
  close(): Promise<void>
}

export async function startModelServer(): Promise<ModelServer> {
  const queue: ScriptedReply[] = []
  const requests: RecordedRequest[] = []
  const sockets = new Set<Socket>()
  const offered: string[] = []
  const waiting: ((request: RecordedRequest) => void)[] = []

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse((await textOf(request)) || '{}')
    const closed = new Promise<void>((resolve) => request.socket.once('close', () => resolve()))
    const recorded = { path: request.url ?? '', headers: request.headers, body, closed }
    requests.push(recorded)
    for (const tell of waiting.splice(0)) tell(recorded)
    if (/\/models$/.test(recorded.path) && offered.length > 0) return json(response, modelList(recorded.path, offered))
    const protocol = PROTOCOLS.find(({ path }) => path.test(recorded.path))
    if (protocol === undefined) return void response.writeHead(404).end('{}')
    if (protocol.embed !== undefined && !isFaulty(queue[0])) return json(response, protocol.embed(body))
    reply(queue.shift() ?? 'Hello', { protocol, recorded, response })
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    baseUrl: `${origin}/v1`,
    googleUrl: `${origin}/v1beta`,
    requests,
    script: (...replies) => void queue.push(...replies),
    offer: (...names) => void offered.push(...names),
    next: () => new Promise((resolve) => waiting.push(resolve)),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function modelList(path: string, names: readonly string[]): object {
  if (path.startsWith('/v1beta')) return { models: names.map((name) => ({ name: `models/${name}` })) }
  return { object: 'list', data: names.map((id) => ({ id, object: 'model' })) }
}

interface Turn {
  readonly protocol: Protocol
  readonly recorded: RecordedRequest
  readonly response: ServerResponse
}

function isFaulty(reply: ScriptedReply | undefined): boolean {
  return typeof reply === 'object' && ('status' in reply || 'fault' in reply)
}

function reply(scripted: ScriptedReply, { protocol, recorded, response }: Turn): void {
  const said = typeof scripted === 'string' ? { text: scripted } : scripted
  if ('status' in said) {
    response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers })
    const isRaw = typeof said.body === 'string' || said.body instanceof Uint8Array
    return void response.end(isRaw ? said.body : JSON.stringify(said.body ?? {}))
  }
  const isStreamed = recorded.body.stream === true || recorded.path.includes(':streamGenerateContent')
  if ('fault' in said) return misbehave(said, { protocol, recorded, response }, isStreamed)
  const answer = answerOf(said)
  if (!isStreamed) return json(response, protocol.whole(answer))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of protocol.stream(answer)) response.write(printed(event))
  response.end()
}

function misbehave({ fault, text = 'one two three four' }: FaultReply, turn: Turn, isStreamed: boolean): void {
  const { protocol, response } = turn
  if (fault === 'hang') return
  if (!isStreamed) return misbehaveAtOnce(fault, JSON.stringify(protocol.whole(answerOf({ text }))), response)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (fault === 'garbage') return void response.end('data: {"half\n\ndata: ]]\n\n')
  const events = protocol.stream(answerOf({ text }))
  for (const event of events.slice(0, Math.ceil(events.length / 2))) response.write(printed(event))
  const delta = protocol
    .stream(answerOf({ text: 'and so on ' }))
    .find(({ data }) => JSON.stringify(data).includes('and'))
  finishBadly(fault, response, delta === undefined ? 'x' : printed(delta))
}

function misbehaveAtOnce(fault: FaultReply['fault'], text: string, response: ServerResponse): void {
  if (fault === 'garbage') return void response.end('<html>busy</html>')
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(text.slice(0, text.length / 2))
  finishBadly(fault, response, ' '.repeat(1024))
}

function finishBadly(fault: FaultReply['fault'], response: ServerResponse, more: string): void {
  if (fault === 'end') response.end()
  if (fault === 'break') setImmediate(() => response.socket?.destroy())
  if (fault !== 'endless') return
  const go = () => {
    while (!response.destroyed && response.write(more));
  }
  response.on('drain', go)
  go()
}

function answerOf({ text = '', toolCalls = [], usage, finish = 'stop' }: ModelReply): SpokenAnswer {
  return {
    text,
    pieces: text.match(/\s*\S+|\s+$/g) ?? [],
    calls: toolCalls.map(({ name, args = {}, raw }, at) => ({
      id: `call_${at + 1}`,
      name,
      args: raw ?? JSON.stringify(args),
    })),
    usage: usage ?? { input: 7, output: 3 },
    finish,
  }
}

function printed({ event, data }: SpokenEvent): string {
  const body = typeof data === 'string' ? data : JSON.stringify(data)
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${body}\n\n`
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
