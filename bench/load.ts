/** A client with very low overhead, so that the server is measured: keep-alive sockets, one request at a time each. */
import { connect, type Socket } from 'node:net'
import { median } from './row.ts'

export interface Load {
  readonly port: number
  /** The whole request, head and body. */
  readonly request: string
  readonly connections: number
  readonly durationMs: number
}

/** Responses per second. Every response must have a 20x status. */
export async function rateOf(load: Load): Promise<number> {
  const started = performance.now()
  const times = await driveAll(load)
  return (times.length / (performance.now() - started)) * 1000
}

/** The median of the milliseconds from a request to its response. */
export async function latencyOf(load: Load): Promise<number> {
  return median(await driveAll(load))
}

async function driveAll({ port, request, connections, durationMs }: Load): Promise<number[]> {
  const until = performance.now() + durationMs
  const times = await Promise.all(Array.from({ length: connections }, () => drive(port, request, until)))
  return times.flat()
}

function drive(port: number, request: string, until: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    let missing = -1
    let head = ''
    let sent = 0
    const times: number[] = []
    const send = () => {
      sent = performance.now()
      socket.write(request)
    }
    socket.setNoDelay(true)
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed the connection.')))
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
      const now = performance.now()
      times.push(now - sent)
      missing = -1
      head = ''
      if (now < until) send()
      else {
        resolve(times)
        socket.destroy()
      }
    })
  })
}

/** A GET with the given headers. */
export function getRequest(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
