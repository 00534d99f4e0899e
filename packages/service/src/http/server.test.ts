import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { HttpServer, type HttpServerOptions } from './server.ts'

function helloServer(addressesOf?: HttpServerOptions['addressesOf']): HttpServer {
  return new HttpServer((_, response) => response.end('hello'), {
    silentConnectionMs: 1_000,
    ...(addressesOf && { addressesOf }),
  })
}

// Only Linux has more than one loopback address by default.
test.runIf(process.platform === 'linux')('listens on every address of localhost', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2']
  const http = helloServer(async () => [...addresses, '192.0.2.1'])
  await http.listen({ port: 0, host: 'localhost' })
  const { port } = http.server.address() as AddressInfo
  const get = (address: string) => fetch(`http://${address}:${port}/`, { headers: { connection: 'close' } })
  for (const address of addresses) expect(await (await get(address)).text(), address).toBe('hello')
  await http.close()
  for (const address of addresses) await expect(get(address), address).rejects.toThrow()
})

test('reports a port that is in use', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const http = helloServer()
  await expect(http.listen({ port, host: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await http.close()
  taken.close()
})

test('ignores an unknown Expect header', async () => {
  const http = helloServer()
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end('GET / HTTP/1.1\r\nHost: localhost\r\nExpect: something\r\nConnection: close\r\n\r\n')
  let text = ''
  for await (const piece of socket) text += String(piece)
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*hello/)
  await http.close()
})
