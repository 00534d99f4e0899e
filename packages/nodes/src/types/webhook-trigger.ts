import { AUTHS_WITH_SECRET, choice, defineNode, secret, Type, titledChoice, type WebhookAuth } from '@millrace/model'
import { credentialPicker } from '../fields/credential-field.ts'
import { HIDDEN_TRIGGER } from '../fields/hidden-trigger.ts'

/** Starts an execution when its webhook URL is called. */
export default defineNode({
  id: 'webhook_trigger',
  version: '1.0.0',
  name: 'Webhook',
  description: 'Starts an execution when its URL is called.',
  category: 'triggers',
  icon: 'mdi:webhook',
  visual: 'terminal',
  tags: [
    'hook',
    'callback',
    'http trigger',
    'http callback',
    'http event',
    'incoming request',
    'start by request',
    'eingehende Anfrage',
  ],
  keywords: ['trigger', 'callback', 'event', 'incoming request', 'listen'],
  summary: '{{method}}[ {{path}}]',

  config: Type.Object({
    path: Type.String({
      title: 'Path',
      description: 'Last part of the webhook URL, unique within the service.',
      pattern: '^[A-Za-z0-9][A-Za-z0-9/_-]*$',
      maxLength: 200,
      placeholder: 'orders/new',
    }),
    method: Type.Optional(
      choice(['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'ANY'], { title: 'Method', default: 'POST' }),
    ),
    auth: Type.Optional(
      titledChoice(
        {
          none: 'None',
          token: ['Token', 'The caller sends the secret.'],
          hmac: ['HMAC signature', 'The caller signs the body with the secret, as GitHub does.'],
          gitlab: ['GitLab', 'GitLab sends the secret token.'],
          slack: ['Slack', 'Slack signs the body and the time with the signing secret of the app.'],
          stripe: ['Stripe', 'Stripe signs the body and the time with the secret of the endpoint.'],
          standard: ['Standard Webhooks', 'The caller signs id, time and body with a secret that begins with whsec_.'],
        } satisfies Record<WebhookAuth, string | [string, string]>,
        { title: 'Authentication', default: 'none' },
      ),
    ),
    credential: Type.Optional(
      credentialPicker('webhook', {
        title: 'Credential',
        description: 'A stored credential with the secret of the caller.',
        'x-show-when': { auth: AUTHS_WITH_SECRET },
      }),
    ),
    secret: Type.Optional(
      secret({
        title: 'Secret',
        description: 'Shared with the caller. Stored encrypted.',
        'x-show-when': { credential: '', auth: AUTHS_WITH_SECRET },
      }),
    ),
    respond: Type.Optional(
      titledChoice(
        {
          accepted: ['Immediately', 'With the id of the execution.'],
          finished: ['When the execution finishes', 'With the outputs of the execution.'],
          output: ['With a response of the workflow', 'With its outputs body, status and headers.'],
        },
        { title: 'Respond', default: 'accepted' },
      ),
    ),
  }),
  inputs: { trigger: HIDDEN_TRIGGER },
  outputs: {
    body: { name: 'Body', dataType: 'mixed', description: 'Request body; parsed if it is JSON or a form.' },
    headers: { name: 'Headers', dataType: 'json', description: 'Header names are lower case.' },
    query: { name: 'Query', dataType: 'json', description: 'Query parameters of the URL.' },
    method: { name: 'Method', dataType: 'string' },
  },
  reserved: { triggerIn: false },
  quick: true,

  run: ({ config, launch }) => ({
    body: launch.body ?? null,
    headers: launch.headers ?? {},
    query: launch.query ?? {},
    method: launch.method ?? (config.method === 'ANY' ? 'POST' : (config.method ?? 'POST')),
  }),

  examples: [
    {
      title: 'outputs the request',
      config: { path: 'orders/new' },
      launch: {
        body: { order: 7 },
        headers: { 'content-type': 'application/json' },
        query: { source: 'shop' },
        method: 'POST',
      },
      outputs: {
        body: { order: 7 },
        headers: { 'content-type': 'application/json' },
        query: { source: 'shop' },
        method: 'POST',
      },
    },
    {
      title: 'outputs an empty request for a manual start',
      config: { path: 'orders/new', method: 'PUT' },
      outputs: { body: null, headers: {}, query: {}, method: 'PUT' },
    },
  ],
})
