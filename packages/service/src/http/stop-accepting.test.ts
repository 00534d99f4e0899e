import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { stopAccepting } from './stop-accepting.ts'

const CLIENTS = 20

/** Connects all clients, signals it without the main thread, then sends a request on each connection. */
const CLIENT = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, count, clients } } = require('node:worker_threads')
  const sockets = Array.from({ length: clients }, () => connect(port, '127.0.0.1'))
  Promise.all(sockets.map((socket) => new Promise((resolve) => {
    socket.once('connect', () => { Atomics.add(count, 0, 1); Atomics.notify(count, 0) })
    let text = ''
    socket.on('data', (piece) => { text += piece })
    socket.once('error', (error) => resolve(error.code))
    socket.once('end', () => resolve(text.split('\\r\\n', 1)[0]))
    socket.write('GET / HTTP/1.1\\r\\nHost: here\\r\\nConnection: close\\r\\n\\r\\n')
  }))).then((answers) => parentPort.postMessage(answers))
`

test('serves connections that were open but not accepted when the stop began, and rejects later ones', async () => {
  const server = createServer((_, response) => response.end('here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const count = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(CLIENT, { eval: true, workerData: { port, count, clients: CLIENTS } })
  const answers = new Promise<string[]>((resolve) => worker.once('message', resolve))
  await new Promise((resolve) => worker.once('online', resolve))
  // This thread accepts no connection while it waits here.
  for (let made = 0; made < CLIENTS; made = Atomics.load(count, 0)) Atomics.wait(count, 0, made, 60_000)
  await stopAccepting(server)
  expect(await answers).toEqual(Array.from({ length: CLIENTS }, () => 'HTTP/1.1 200 OK'))
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  await worker.terminate()
})

test('gives an open connection a second to send a request, and does not wait longer', async () => {
  const server = createServer((_, response) => response.end('here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const silent = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(server, 'connection')
  const begun = performance.now()
  await stopAccepting(server)
  expect(performance.now() - begun).toBeGreaterThan(900)
  expect(silent.readyState).toBe('open')
  silent.destroy()
})
