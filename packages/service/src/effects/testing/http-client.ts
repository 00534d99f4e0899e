/** A client for the tests of `effects.http`, and the behaviour of good and hostile servers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpCall } from '@millrace/model'
import { createEgress } from '../http/egress.ts'
import { createHttp, type HttpLimits } from '../http/http-effect.ts'

export const LOOPBACK = ['127.0.0.1']

/** Calls with a policy that allows the given hosts; every name resolves to the loopback address. */
export function caller(allow: readonly string[] = LOOPBACK, limits: Partial<HttpLimits> = {}) {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const http = createHttp(createEgress(allow, resolve), limits)
  return (url: string, call: Partial<HttpCall> = {}, signal = new AbortController().signal, workflow = 'w') =>
    http.send({ method: 'GET', url, ...call }, { signal, idempotencyKey: 'step-1', attempt: 2, owner: { workflow } })
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** Responds with the request it received. */
export async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request
  response.end(JSON.stringify({ method, url, headers, body: await textOf(request) }))
}

/** Sends until the client stops reading. */
export function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
  }
  response.on('drain', more)
  more()
}

/** Sends byte by byte, forever. */
export function dripping(socket: Socket, first: string, drop = 'x'): void {
  socket.write(first)
  const timer = setInterval(() => socket.write(drop), 10)
  socket.on('close', () => clearInterval(timer))
}
