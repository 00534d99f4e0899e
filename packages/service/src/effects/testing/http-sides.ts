/** What the tests of `effects.http` call with, and what kind or hostile servers answer. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpCall } from '@millrace/model'
import { createEgress } from '../http/egress.ts'
import { createHttp, type HttpLimits } from '../http/http-effect.ts'

export const LOOPBACK = ['127.0.0.1']

/** Calls with a policy that allows what is given; every name is the loopback address. */
export function caller(allow: readonly string[] = LOOPBACK, limits: Partial<HttpLimits> = {}) {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const http = createHttp(createEgress(allow, resolve), limits)
  return (url: string, call: Partial<HttpCall> = {}, signal = new AbortController().signal) =>
    http({ method: 'GET', url, ...call }, { signal, idempotencyKey: 'step-1', attempt: 2 })
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** Answers with what arrived. */
export async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request
  response.end(JSON.stringify({ method, url, headers, body: await textOf(request) }))
}

/** Sends for as long as somebody reads. */
export function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
  }
  response.on('drain', more)
  more()
}

/** Sends drop by drop, for ever. */
export function dripping(socket: Socket, first: string, drop = 'x'): void {
  socket.write(first)
  const timer = setInterval(() => socket.write(drop), 10)
  socket.on('close', () => clearInterval(timer))
}
