/** A real SMTP server on the loopback address, and mail servers that end a connection at a chosen moment. */
import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach } from 'vitest'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

/** Starts mail servers that are stopped after each test. */
export function mailServers() {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  return {
    /** Without TLS by default. `mails` has what it accepted. */
    async smtp(options: SMTPServerOptions = {}) {
      const mails: ReceivedMail[] = []
      const server = new SMTPServer({
        ...{ authOptional: true, disabledCommands: ['STARTTLS'], allowInsecureAuth: true, logger: false },
        onData(stream, { envelope }, done) {
          const pieces: Buffer[] = []
          stream.on('data', (piece: Buffer) => pieces.push(piece))
          stream.on('end', () => {
            const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
            const text = Buffer.concat(pieces).toString()
            mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text })
            done()
          })
        },
        ...options,
      })
      server.on('error', () => {})
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      stops.push(() => new Promise<void>((done) => server.close(done)))
      return { mails, port: (server.server.address() as AddressInfo).port }
    },

    /**
     * Answers like a mail server until `ending` matches what the client has sent, then calls `end` with the socket; by
     * default it closes the connection. `connections` counts how often it was called.
     */
    async ending(ending: RegExp, end = (socket: { destroy(): void }) => socket.destroy()) {
      const seen = { connections: 0, isOver: Promise.withResolvers<void>() }
      const sockets = new Set<{ destroy(): void }>()
      const server = createServer((socket) => {
        seen.connections++
        sockets.add(socket)
        let sent = ''
        let line = ''
        let isData = false
        socket.on('error', () => {})
        socket.on('close', () => seen.isOver.resolve())
        socket.write('220 loopback ESMTP\r\n')
        socket.on('data', (piece) => {
          sent += piece
          line += piece
          if (ending.test(sent)) return end(socket)
          if (isData || !line.endsWith('\r\n')) return
          isData = line.startsWith('DATA')
          socket.write(isData ? '354 Go ahead\r\n' : '250 OK\r\n')
          line = ''
        })
      })
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      stops.push(async () => {
        for (const socket of sockets) socket.destroy()
        await new Promise<void>((done) => server.close(() => done()))
      })
      return { ...seen, count: () => seen.connections, port: (server.address() as AddressInfo).port }
    },
  }
}

/** A message without its transfer encoding and folded lines. */
export function decodedMail(text: string): string {
  const unfolded = text.replace(/\r\n[ \t]+/g, ' ')
  if (!/^content-transfer-encoding: quoted-printable/im.test(text)) return unfolded
  const hex = (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))
  return unfolded.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, hex)
}
