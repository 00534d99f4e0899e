/** `millrace rotate-key` behind a balancer, which may send its requests to different processes. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { runningService } from '../testing/running-service.ts'
import { rotateKeyCommand } from './rotation-command.ts'

test('fails if another process answers than the one that rotates the key', async () => {
  await using first = await runningService([])
  await using second = await runningService([])
  // Starts with the first process and asks the second one.
  const balancer = createServer((incoming, outgoing) => {
    const { method, headers } = incoming
    const target = new URL(incoming.url ?? '/', method === 'POST' ? first.origin : second.origin)
    const forwarded = request(target, { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  const printed: string[] = []
  const rotate = (url: string) =>
    rotateKeyCommand.run([], {
      env: { MILLRACE_URL: url, MILLRACE_TOKEN: 'none' },
      print: (line) => void printed.push(line),
      note: () => {},
      now: () => 0,
      interrupted: () => new AbortController().signal,
    })
  try {
    expect(await rotate(`http://127.0.0.1:${(balancer.address() as AddressInfo).port}`)).toBe(1)
    expect(printed).toEqual([expect.stringContaining('--url and the address of one API process')])
    expect(await rotate(first.origin)).toBe(0)
  } finally {
    balancer.close()
    balancer.closeAllConnections()
  }
})
