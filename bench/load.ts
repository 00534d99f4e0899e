/** A client with very low overhead, so that the server is measured: keep-alive sockets, one request at a time each. */
import { connect, type Socket } from 'node:net'

export interface Load {
  readonly port: number
  /** The whole request, head and body. */
  readonly request: string
  readonly connections: number
  readonly durationMs: number
}

/** Responses per second. Every response must have a 20x status. */
export async function rateOf({ port, request, connections, durationMs }: Load): Promise<number> {
  const started = performance.now()
  const until = started + durationMs
  const counts = await Promise.all(Array.from({ length: connections }, () => drive(port, request, until)))
  return (counts.reduce((a, b) => a + b, 0) / (performance.now() - started)) * 1000
}

function drive(port: number, request: string, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    let missing = -1
    let head = ''
    let answers = 0
    socket.setNoDelay(true)
    socket.on('connect', () => socket.write(request))
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (missing < 0) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!head.startsWith('HTTP/1.1 20')) return reject(new Error(head.slice(0, 300)))
        const length = /content-length: (\d+)/i.exec(head)?.[1]
        if (length === undefined) return reject(new Error('no content-length'))
        missing = Number(length) - (head.length - end - 4)
      } else missing -= chunk.length
      if (missing > 0) return
      answers++
      missing = -1
      head = ''
      if (performance.now() < until) socket.write(request)
      else {
        socket.destroy()
        resolve(answers)
      }
    })
  })
}

/** A GET with the given headers. */
export function getRequest(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
