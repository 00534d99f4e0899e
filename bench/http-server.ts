/** A loopback server in a process of its own that answers every request with a small JSON object. */
import { spawn } from 'node:child_process'
import { firstAnswer, freePort } from './service.ts'

const PROGRAM = `
  const { createServer } = require('node:http')
  const body = Buffer.from('{"order":7,"text":"a small answer"}')
  createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
      response.end(body)
    })
  }).listen(Number(process.env.PORT), '127.0.0.1')`

export async function startHttpServer(): Promise<{ readonly port: number; stop(): void }> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port) }
  const child = spawn(process.execPath, ['-e', PROGRAM], { env, stdio: 'inherit' })
  await firstAnswer(port, child)
  return { port, stop: () => void child.kill() }
}
