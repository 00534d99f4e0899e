import { choice, defineNode, secret, Type } from '@millrace/model'
import { HIDDEN_TRIGGER } from '../fields/hidden-trigger.ts'

/** Starts a run when somebody calls its address. */
export default defineNode({
  id: 'webhook_trigger',
  version: '1.0.0',
  name: 'Webhook',
  description: 'Starts a run when another program calls its address.',
  category: 'triggers',
  icon: 'mdi:webhook',
  visual: 'terminal',
  tags: ['start', 'http', 'callback', 'event'],

  config: Type.Object({
    path: Type.String({
      title: 'Path',
      description: 'Last part of the address, unique among the webhooks of the service.',
      pattern: '^[A-Za-z0-9][A-Za-z0-9/_-]*$',
      maxLength: 200,
      placeholder: 'orders/new',
    }),
    method: Type.Optional(
      choice(['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'ANY'], { title: 'Method', default: 'POST' }),
    ),
    auth: Type.Optional(
      choice(['none', 'token', 'hmac'], {
        title: 'Protection',
        description: 'token: the caller sends the secret. hmac: the caller signs the body with it.',
        default: 'none',
      }),
    ),
    secret: Type.Optional(secret({ title: 'Secret', description: 'Shared with the caller. Kept encrypted.' })),
    respond: Type.Optional(
      choice(['accepted', 'finished'], {
        title: 'Answer when',
        description: 'accepted: at once. finished: with the outputs, once the run is over.',
        default: 'accepted',
      }),
    ),
  }),
  inputs: { trigger: HIDDEN_TRIGGER },
  outputs: {
    body: { name: 'Body', dataType: 'mixed', description: 'What was sent; parsed if it is JSON or a form.' },
    headers: { name: 'Headers', dataType: 'json', description: 'Header names in lower case.' },
    query: { name: 'Query', dataType: 'json', description: 'Parameters of the address.' },
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
      title: 'hands on what the caller sent',
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
      title: 'a run that was started by hand has an empty call',
      config: { path: 'orders/new', method: 'PUT' },
      outputs: { body: null, headers: {}, query: {}, method: 'PUT' },
    },
  ],
})
