/** HTTP as bytes, for what no honest client would send. */
import { connect } from 'node:net'
import type { Answered } from './judge.ts'

/** Gives up after this time without any byte from the server. A connection that is kept open ends this way. */
const SILENCE_MS = 15_000
/** The same for an exchange that ends with its answers. */
const ANSWER_MS = 120_000

interface Exchange {
  /** How many answers to wait for; without it, all until the connection is closed. */
  readonly answers?: number
  readonly method?: string
}

/** Sends bytes and returns the replies. */
export function exchange(port: number, bytes: Buffer | string, options: Exchange = {}): Promise<readonly Answered[]> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(options.answers === undefined ? SILENCE_MS : ANSWER_MS, () => socket.destroy())
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (answersIn(received, options.method).length === options.answers) socket.destroy()
    })
    // Being cut off while still sending is an answer too: what arrived before it counts.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(answersIn(received, options.method)))
    socket.write(bytes)
  })
}

/** All whole answers at the start of what was received. */
function answersIn(received: Buffer, method = 'GET'): Answered[] {
  const answers: Answered[] = []
  let from = 0
  for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n', from)) {
    const [first = '', ...lines] = received.subarray(from, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
    const length = method === 'HEAD' || status === 100 ? 0 : Number(headers['content-length'] ?? 0)
    from = end + 4 + length
    if (from > received.length) break
    if (status !== 100) answers.push({ status, headers, text: received.subarray(end + 4, from).toString('utf8') })
  }
  return answers
}

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer | undefined
}

/** A request as bytes, its address and headers just as they are given. */
export function requestBytes({ method, url, headers, payload }: Sent): Buffer {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  const length = payload === undefined ? [] : [`content-length: ${payload.length}`]
  const head = [`${method} ${url} HTTP/1.1`, ...lines, ...length].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'utf8'), payload ?? Buffer.alloc(0)])
}
