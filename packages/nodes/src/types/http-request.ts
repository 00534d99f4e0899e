import { choice, defineNode, multiline, secret, Type } from '@millrace/model'
import { callOf } from '../http/call.ts'
import { outputsOf, refuseErrorStatus } from '../http/outcome.ts'
import { sendHttp } from '../http/send.ts'

/** Calls a URL and passes the answer on. */
export default defineNode({
  id: 'http_request',
  version: '1.0.0',
  name: 'HTTP request',
  description: 'Calls a web address and passes the answer on.',
  category: 'data',
  icon: 'mdi:web',
  alsoDrawnAs: ['tool'],
  tags: ['http', 'api', 'url', 'rest', 'fetch'],

  config: Type.Object({
    url: Type.Optional(
      Type.String({
        title: 'URL',
        description: 'Used when none is connected.',
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
        description: 'By name. Connected headers are added, and win.',
        format: 'json',
        default: {},
      }),
    ),
    body: Type.Optional(
      multiline({ title: 'Body', description: 'Used when none is connected. An object is sent as JSON.' }),
    ),
    timeout: Type.Optional(Type.Number({ title: 'Time limit (seconds)', default: 30, minimum: 1, maximum: 300 })),
    followRedirects: Type.Optional(Type.Boolean({ title: 'Follow redirects', default: true })),
    failOnStatus: Type.Optional(
      Type.Boolean({
        title: 'Fail on an error status',
        description: 'An answer of 400 and above fails the node; otherwise it is handed on like any other.',
        default: true,
      }),
    ),
    auth: Type.Optional(choice(['none', 'bearer', 'basic'], { title: 'Sign in with', default: 'none' })),
    token: Type.Optional(
      secret({ title: 'Token', description: 'For basic: name and password with a colon between. Kept encrypted.' }),
    ),
  }),
  inputs: {
    url: { name: 'URL', dataType: 'url' },
    body: { name: 'Body', dataType: 'mixed' },
    headers: { name: 'Headers', dataType: 'json' },
  },
  outputs: {
    status_code: { name: 'Status', dataType: 'number' },
    headers: { name: 'Headers', dataType: 'json', description: 'Header names in lower case.' },
    body: { name: 'Body', dataType: 'string', description: 'The answer as text.' },
    json: { name: 'JSON', dataType: 'json', description: 'The answer parsed; nothing if it is not JSON.' },
  },
  tool: true,
  agentspec: 'api_node',

  /** Anything but a question may have been heard before the crash, so it is not said a second time. */
  afterCrash: ({ method = 'GET' }) => (method === 'GET' || method === 'HEAD' ? 'run again' : 'fail'),

  async run({ config, inputs, effects, signal }) {
    const call = await callOf(config, inputs, effects)
    const answer = await sendHttp(call, { http: effects.http, signal })
    if (config.failOnStatus !== false) refuseErrorStatus(call, answer)
    return outputsOf(answer, effects)
  },

  examples: [
    {
      title: 'hands on status, headers and body, and the JSON in it',
      config: { url: 'https://api.example/orders/7' },
      outputs: {
        status_code: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"id":7,"state":"open"}',
        json: { id: 7, state: 'open' },
      },
    },
    {
      title: 'without JSON in the answer there is no JSON output',
      config: { url: 'https://api.example/status' },
      outputs: { status_code: 200, headers: { 'content-type': 'text/plain' }, body: 'All is well' },
    },
    {
      title: 'an object is sent as JSON; connected headers are added and win',
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
      title: 'signs in with a name and a password',
      config: { url: 'https://api.example/private', auth: 'basic', token: 'ada:secret' },
      outputs: { status_code: 200, headers: { 'content-type': 'text/plain' }, body: 'Welcome, ada' },
    },
    {
      title: 'an error status fails the node',
      config: { url: 'https://api.example/missing' },
      fails: 'HTTP_STATUS',
    },
    {
      title: 'or is handed on like any other',
      config: { url: 'https://api.example/missing', failOnStatus: false },
      outputs: { status_code: 404, headers: { 'content-type': 'text/plain' }, body: 'Not here' },
    },
    {
      title: 'redirects are followed unless they are not wanted',
      config: { url: 'https://api.example/old', followRedirects: false },
      outputs: {
        status_code: 302,
        headers: { 'content-type': 'text/plain', location: '/status' },
        body: '',
      },
    },
    {
      title: 'a connected address wins',
      config: { url: 'https://api.example/missing' },
      inputs: { url: 'https://api.example/status' },
      outputs: { status_code: 200, headers: { 'content-type': 'text/plain' }, body: 'All is well' },
    },
    { title: 'needs an address', fails: 'BAD_INPUT' },
    { title: 'only web addresses are called', inputs: { url: 'file:///etc/passwd' }, fails: 'BAD_INPUT' },
    {
      title: 'a header cannot smuggle in another',
      config: { url: 'https://api.example/status' },
      inputs: { headers: { 'x-name': 'a\r\nx-admin: yes' } },
      fails: 'BAD_INPUT',
    },
    {
      title: 'a sign-in without a token is refused',
      config: { url: 'https://api.example/private', auth: 'bearer' },
      fails: 'BAD_CONFIG',
    },
  ],
})
