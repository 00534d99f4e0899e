/** The tests that execute the statements of docs/how-to/proxy.md. */
import { prose, type Statements } from '../statements.ts'

export const STATEMENTS = {
  'By default all clients behind a proxy': [
    'access-log: names the client: %s',
    'access-log: names the id of a request, unless it has an unusual form',
    'access-log: does not make its clients share a rate limit',
    'access-log: has to be named: headers of other clients are ignored',
  ],
  'Let Millrace listen on loopback': [
    'app: accepts a name of --allowed-host',
    'public-url: the host of the public URL is accepted, another one is not',
    'public-url: the OpenAPI document names the public URL as its server',
    'public-url: the session cookie is for the path and for TLS, also when it is deleted',
    'below-a-path: serves the page below a path',
    'cors: may read the reply and the headers of lists',
  ],
  'The address may have a path': ['app: moves the API but not the routes at the root'],
  'A service that was started with': [
    'public-url: reach every route',
    'public-url: get pages whose addresses have the path',
    'public-url: the session cookie is for the path and for TLS, also when it is deleted',
    'public-url: a service does not start below %s, which it serves itself',
    'below-a-path: serves the page below a path',
  ],
  'nginx, which keeps the path': ['below-a-path: serves the page below a path'],
  'Caddy, which strips it': ['below-a-path: serves the page below a path'],
  'Traefik, as a file': prose,
  'In other pages, the editor': ['below-a-path: serves the page below a path'],
  'Where the network can only': [
    'outgoing-proxy: uses a tunnel for https, with the credentials of the proxy',
    'outgoing-proxy: sends an http request to the proxy',
    'outgoing-calls: sends the calls of nodes through the proxy of the environment',
    'outgoing-calls: sends notifications, requests for tokens and single sign-on through the proxy of the environment',
  ],
  'NO_PROXY lists hosts': ['outgoing-proxy: %s with %j is proxied: %s'],
  'The rules for addresses apply': [
    'outgoing-proxy: is rejected before the proxy gets it if the policy does not allow the address of its host',
  ],
  'Servers with certificates': [
    'outgoing-calls: accepts an own certificate authority of NODE_EXTRA_CA_CERTS, and no other',
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
