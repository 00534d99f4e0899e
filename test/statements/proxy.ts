/** The tests that execute the statements of docs/how-to/proxy.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'Let Millrace listen on loopback': [
    'app: accepts a name of --allowed-host',
    'app: moves the API but not the routes at the root',
    'cors: may read the reply and the headers of lists',
  ],
  'Pass Host on': [
    'hosts: is on for a network as soon as a host is listed',
    'proxies: passes on everything that the page names',
  ],
  'Set X-Forwarded-Proto': [
    'session: sets a Secure cookie if a proxy reports TLS',
    'proxies: passes on everything that the page names',
  ],
  'Do not buffer event streams': [
    'event-stream: a stream disables proxy buffering and sends a heartbeat every 15 seconds',
    'operating: event streams disable the buffering of nginx',
    'proxies: passes on everything that the page names',
    'docs-numbers: $page states $sentence',
  ],
  'Pass Upgrade on': ['proxies: passes on everything that the page names'],
  'Accept bodies of 16 MiB': ['proxies: passes on everything that the page names'],
  'For a service that was started': ['proxies: passes on everything that the page names'],
  'Caddy needs no': ['proxies: passes on everything that the page names'],
  'Bodies without a workflow': [
    'request-body: launch inputs with a workflow may be as large as a body without one',
    'request-body: may have 10,000 keys in one object, but not more, even if they are short',
  ],
  'On loopback there is no rate limit': [
    'rate-limit: is off on loopback and 600 per minute elsewhere, unless set',
    'rate-limit: applies to each caller separately',
    'rate-limit: counts open routes by address',
    'operating: shows why there is no start, in the words of the program',
  ],
} satisfies Statements
