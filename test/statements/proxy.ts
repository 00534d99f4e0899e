/** The tests that execute the statements of docs/how-to/proxy.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Let Millrace listen on loopback': [
    'app: --allowed-host adds a name',
    'app: moves the API and leaves the root where it is',
    'cors: may read the answer and the headers of lists',
  ],
  'Pass Host on': [
    'hosts: is on for a network as soon as a host is listed',
    'proxies: passes on everything that the page names',
  ],
  'Set X-Forwarded-Proto': [
    'session: marks the cookie Secure where a proxy says that the browser speaks TLS',
    'proxies: passes on everything that the page names',
  ],
  'Do not buffer event streams': [
    'event-stream: a stream is not buffered by proxies, and says every 15 seconds that it is still there',
    'operating: event streams tell nginx not to buffer them',
    'proxies: passes on everything that the page names',
    'docs-numbers: $page says $sentence',
  ],
  'Pass Upgrade on': ['proxies: passes on everything that the page names'],
  'Accept bodies of 16 MiB': ['proxies: passes on everything that the page names'],
  'For a service that was started': ['proxies: passes on everything that the page names'],
  'Caddy needs no': ['proxies: passes on everything that the page names'],
  'Bodies without a workflow': [
    'request-body: launch inputs beside a workflow may be as large as a body without one',
    'request-body: may have 25,000 keys in one object and no more, however short they are',
  ],
  'On loopback there is no rate limit': [
    'rate-limit: is off on loopback and 600 a minute elsewhere, unless set',
    'rate-limit: is for each caller by themselves',
    'rate-limit: counts open routes by address',
    'operating: shows why there is no start, in the words of the program',
  ],
} satisfies Statements
