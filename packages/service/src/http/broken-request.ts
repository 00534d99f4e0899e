/** Responds to invalid HTTP and to oversized heads with the common error body, and closes the connection. */
import type { Socket } from 'node:net'

const REASONS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The address or the headers are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

/** For the `clientError` of the server. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const reason = REASONS[error.code ?? ''] ?? 'The request is not valid HTTP.'
  const body = JSON.stringify({ success: false, error: reason, code: 'VALIDATION_ERROR' })
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
