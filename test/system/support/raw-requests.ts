/** Bytes that are not quite HTTP, or more of it than is good. */

interface RawRequest {
  readonly bytes: string
  /** The statuses of the answers; several are allowed where nothing is promised. */
  readonly answers: readonly (number | readonly number[])[]
}

const HOST = 'Host: localhost\r\n'
const LAST = `${HOST}Connection: close\r\n`

/** Requests by what is wrong with them. `auth` is a header line that signs in. */
export function rawRequests(auth: string): Readonly<Record<string, RawRequest>> {
  const post = `POST /api/v1/workflows HTTP/1.1\r\n${LAST}${auth}\r\nContent-Type: application/json\r\n`
  const get = (path: string, lines = LAST) => `GET ${path} HTTP/1.1\r\n${lines}\r\n`
  return {
    'no Host header': { bytes: get('/health', 'Connection: close\r\n'), answers: [400] },
    'no Host header in HTTP/1.0': { bytes: 'GET /health HTTP/1.0\r\n\r\n', answers: [200] },
    'a Host that is not ours': { bytes: get('/health', 'Host: evil.example\r\nConnection: close\r\n'), answers: [403] },
    'an address of another host': { bytes: get('http://evil.example/health'), answers: [[200, 403, 404]] },
    'a star for an address': { bytes: `OPTIONS * HTTP/1.1\r\n${LAST}\r\n`, answers: [404] },
    'a tunnel': { bytes: `CONNECT localhost:80 HTTP/1.1\r\n${LAST}\r\n`, answers: [] },
    'HTTP/2': { bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', answers: [400] },
    'a version that does not exist': { bytes: `GET / HTTP/3.7\r\n${LAST}\r\n`, answers: [400] },
    'a method in lower case': { bytes: `get /health HTTP/1.1\r\n${LAST}\r\n`, answers: [400] },
    'a method that does not exist': { bytes: `FROB /health HTTP/1.1\r\n${LAST}\r\n`, answers: [400] },
    'a body that is longer than it says': { bytes: `${post}Content-Length: 5\r\n\r\n{"name":"x"}`, answers: [400] },
    'two lengths': { bytes: `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n123456`, answers: [400] },
    'a negative length': { bytes: `${post}Content-Length: -5\r\n\r\n`, answers: [400] },
    'a length beyond all numbers': { bytes: `${post}Content-Length: 99999999999999999999\r\n\r\n`, answers: [400] },
    'a length and chunks': {
      bytes: `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      answers: [400],
    },
    'a chunk that is none': { bytes: `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`, answers: [400] },
    'an unknown encoding': { bytes: `${post}Transfer-Encoding: xchunked\r\n\r\nzz`, answers: [400] },
    'endless chunk extensions': {
      bytes: `${post}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
      answers: [400],
    },
    'an expectation that is met': {
      bytes: `${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
      answers: [422],
    },
    'an unknown expectation': { bytes: `${post}Expect: rain\r\nContent-Length: 2\r\n\r\n{}`, answers: [422] },
    'an unsupported upgrade': {
      bytes: get('/health', `${HOST}Connection: Upgrade, close\r\nUpgrade: h2c\r\n`),
      answers: [[200, 400, 426]],
    },
    'a control character in a header': { bytes: get('/health', `${LAST}X: a\x01b\r\n`), answers: [400] },
    'a header without a colon': { bytes: get('/health', `${LAST}nonsense\r\n`), answers: [400] },
    'a folded header': { bytes: get('/health', `${LAST}X: a\r\n b\r\n`), answers: [400] },
    'thousands of headers': { bytes: get('/health', `${LAST}${'a: 1\r\n'.repeat(5000)}`), answers: [400] },
    'a very long header': { bytes: get('/health', `${LAST}X: ${'a'.repeat(100_000)}\r\n`), answers: [400] },
    'a very long address': { bytes: get(`/${'a'.repeat(100_000)}`), answers: [400] },
    'NUL in the address': { bytes: get('/health\0'), answers: [400] },
    'raw bytes in the address': { bytes: get('/h\xe9'), answers: [[400, 404]] },
    'dots that lead up': { bytes: get('/docs/../api/v1/nodes'), answers: [404] },
    'encoded dots that lead up': { bytes: get('/docs/%2e%2e/%2e%2e/package.json'), answers: [404] },
    'an encoded path below the docs': { bytes: get('/docs/..%2f..%2fpackage.json'), answers: [404] },
    backslashes: { bytes: get('/docs/..\\..\\package.json'), answers: [404] },
    'no slash': { bytes: get('health'), answers: [400] },
    'no address': { bytes: `GET  HTTP/1.1\r\n${LAST}\r\n`, answers: [400] },
    'the first bytes of TLS': { bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', answers: [400] },
    'empty lines first': { bytes: `\r\n\r\n${get('/health')}`, answers: [200] },
    'two requests at once': { bytes: get('/health', HOST) + get('/nothing'), answers: [200, 404] },
    'a body on a GET, and another request behind it': {
      bytes: `${get('/health', `${HOST}Content-Length: 4\r\n`)}GET ${get('/nothing')}`,
      answers: [200, 404],
    },
    'a request hidden in an unread body': {
      bytes: `POST /api/v1/workflows HTTP/1.1\r\n${HOST}Content-Length: 40\r\n\r\n${'DELETE /api/v1/workflows/x HTTP/1.1\r\n\r\n  '.slice(0, 40)}${get('/health')}`,
      answers: [401, 200],
    },
  }
}
