import { choice, defineNode, multiline, secret, Type, titledChoice } from '@millrace/model'
import { credentialPicker } from '../fields/credential-field.ts'
import { callOf } from '../http/call.ts'
import { outputsOf, refuseErrorStatus } from '../http/outcome.ts'
import { sendHttp } from '../http/send.ts'

/** Sends an HTTP request and outputs the response. */
export default defineNode({
  id: 'http_request',
  version: '1.0.0',
  name: 'HTTP request',
  description: 'Sends an HTTP request and outputs the response.',
  category: 'data',
  icon: 'mdi:web',
  alsoDrawnAs: ['tool'],
  tags: [
    'http',
    'http call',
    'api',
    'api call',
    'api request',
    'rest',
    'rest api',
    'rest call',
    'fetch',
    'fetch url',
    'web request',
    'web call',
    'request',
    'curl',
    'HTTP-Anfrage',
    'HTTP-Aufruf',
    'API-Aufruf',
    'Webanfrage',
  ],
  keywords: [
    'slack',
    'teams',
    'discord',
    'telegram',
    'notification',
    'notify',
    'download',
    'scrape',
    'graphql',
    'integration',
    'token',
    'oauth',
  ],
  summary: '{{method}}[ {{url}}]',

  config: Type.Object({
    url: Type.Optional(
      Type.String({
        title: 'URL',
        description: 'Used if no URL is connected.',
        format: 'uri',
        maxLength: 8192,
        placeholder: 'https://api.example/orders',
      }),
    ),
    method: Type.Optional(
      choice(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'], { title: 'Method', default: 'GET' }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String(), {
        title: 'Headers',
        description: 'Connected headers are added and take precedence.',
        format: 'json',
        default: {},
      }),
    ),
    body: Type.Optional(
      multiline({
        title: 'Body',
        description: 'Used if no body is connected. Objects are sent as JSON.',
        'x-show-when': { method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
      }),
    ),
    credential: Type.Optional(
      credentialPicker('http', {
        title: 'Credential',
        description: 'A stored credential. It is sent only to the hosts that it names.',
        placeholder: 'None',
      }),
    ),
    auth: Type.Optional(
      titledChoice(
        {
          none: 'None',
          bearer: ['Bearer token', 'Sends the header "Authorization: Bearer <token>".'],
          basic: ['Basic auth', 'Sends a user name and a password.'],
        },
        { title: 'Authentication', default: 'none', 'x-show-when': { credential: '' } },
      ),
    ),
    token: Type.Optional(
      secret({
        title: 'Token',
        description: 'Stored encrypted.',
        'x-show-when': { credential: '', auth: ['bearer', 'basic'] },
        'x-variants': { auth: { basic: { title: 'User and password', placeholder: 'user:password' } } },
      }),
    ),
    timeout: Type.Optional(
      Type.Number({
        title: 'Timeout (seconds)',
        default: 30,
        minimum: 1,
        maximum: 300,
        'x-section': 'advanced',
      }),
    ),
    followRedirects: Type.Optional(Type.Boolean({ title: 'Follow redirects', default: true, 'x-section': 'advanced' })),
    failOnStatus: Type.Optional(
      Type.Boolean({
        title: 'Fail on error status',
        description: 'Fails the node if the response status is 400 or above.',
        default: true,
        'x-section': 'advanced',
      }),
    ),
  }),
  inputs: {
    url: { name: 'URL', dataType: 'url' },
    body: { name: 'Body', dataType: 'mixed' },
    headers: { name: 'Headers', dataType: 'json' },
  },
  outputs: {
    status_code: { name: 'Status', dataType: 'number' },
    headers: { name: 'Headers', dataType: 'json', description: 'Header names are lower case.' },
    body: { name: 'Body', dataType: 'string', description: 'Response body as text.' },
    json: { name: 'JSON', dataType: 'json', description: 'Parsed response body; unset if it is not JSON.' },
  },
  tool: true,
  agentspec: 'api_node',

  /** Requests with side effects may have reached the server before the crash, so they are not repeated. */
  afterCrash: ({ method = 'GET' }) => (method === 'GET' || method === 'HEAD' ? 'run again' : 'fail'),

  async run({ config, inputs, effects, signal }) {
    const call = await callOf(config, inputs, effects)
    const answer = await sendHttp(call, { http: effects.http, signal })
    if (config.failOnStatus !== false) refuseErrorStatus(call, answer)
    return outputsOf(answer, effects)
  },

  examples: [
    {
      title: 'outputs status, headers, body and parsed JSON',
      config: { url: 'https://api.example/orders/7' },
      outputs: {
        status_code: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"id":7,"state":"open"}',
        json: { id: 7, state: 'open' },
      },
    },
    {
      title: 'leaves the JSON output unset without JSON in the response',
      config: { url: 'https://api.example/status' },
      outputs: { status_code: 200, headers: { 'content-type': 'text/plain' }, body: 'All is well' },
    },
    {
      title: 'sends an object as JSON and merges connected headers',
      config: {
        url: 'https://api.example/echo',
        method: 'POST',
        headers: { 'X-From': 'settings', Accept: 'text/plain' },
      },
      inputs: { body: { order: 7 }, headers: { 'x-from': 'input' } },
      outputs: {
        status_code: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"method":"POST","accept":"text/plain","content-type":"application/json","x-from":"input","body":"{\\"order\\":7}"}',
        json: {
          method: 'POST',
          accept: 'text/plain',
          'content-type': 'application/json',
          'x-from': 'input',
          body: '{"order":7}',
        },
      },
    },
    {
      title: 'authenticates with user and password',
      config: { url: 'https://api.example/private', auth: 'basic', token: 'ada:secret' },
      outputs: { status_code: 200, headers: { 'content-type': 'text/plain' }, body: 'Welcome, ada' },
    },
    {
      title: 'fails on an error status',
      config: { url: 'https://api.example/missing' },
      fails: 'HTTP_STATUS',
    },
    {
      title: 'outputs an error status if it should not fail',
      config: { url: 'https://api.example/missing', failOnStatus: false },
      outputs: { status_code: 404, headers: { 'content-type': 'text/plain' }, body: 'Not here' },
    },
    {
      title: 'does not follow redirects if disabled',
      config: { url: 'https://api.example/old', followRedirects: false },
      outputs: {
        status_code: 302,
        headers: { 'content-type': 'text/plain', location: '/status' },
        body: '',
      },
    },
    {
      title: 'prefers a connected URL',
      config: { url: 'https://api.example/missing' },
      inputs: { url: 'https://api.example/status' },
      outputs: { status_code: 200, headers: { 'content-type': 'text/plain' }, body: 'All is well' },
    },
    { title: 'rejects a missing URL', fails: 'BAD_INPUT' },
    { title: 'rejects URLs that are not HTTP or HTTPS', inputs: { url: 'file:///etc/passwd' }, fails: 'BAD_INPUT' },
    {
      title: 'rejects a header value with a line break',
      config: { url: 'https://api.example/status' },
      inputs: { headers: { 'x-name': 'a\r\nx-admin: yes' } },
      fails: 'BAD_INPUT',
    },
    {
      title: 'rejects authentication without a token',
      config: { url: 'https://api.example/private', auth: 'bearer' },
      fails: 'BAD_CONFIG',
    },
  ],
})
