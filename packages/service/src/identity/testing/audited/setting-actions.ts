/** Connections, credentials, notifications, usage, and the service itself. */
import { exampleAgent, exampleTool } from '../../../agentspec/example.ts'
import { node } from '../../../executions/testing/client.ts'
import { failing } from '../../../notifications/testing/receiver.ts'
import { purgeAudit } from '../../purge-audit.ts'
import type { AuditedAction, World } from './audited-action.ts'

const BY_SERVICE = { kind: 'service', id: '', name: '' } as const

async function connection(world: World) {
  const name = world.name('connection')
  const body = { name, provider: 'openai', apiKey: 'sk-0123456789' }
  return { id: await world.make('/connections', body), name, body }
}

async function subscription(world: World) {
  const name = world.name('subscription')
  const body = { name, events: ['execution.failed'], url: 'http://127.0.0.1:9/hook' }
  return { id: await world.make('/subscriptions', body), name }
}

async function budget(world: World) {
  const subject = await world.workflow()
  return {
    id: await world.make('/usage/budgets', { scope: 'workflow', subject, limit: 50 }),
    name: `workflow ${subject}`,
  }
}

async function price(world: World): Promise<{ id: string; name: string }> {
  const model = `openai/${world.name('model')}`
  await world.send('PUT', '/usage/prices', { model, input: 2, output: 8 })
  return { id: model, name: model }
}

async function registered(world: World, kind: 'agent' | 'tool'): Promise<{ id: string; name: string }> {
  const name = world.name(kind)
  const agent = { ...exampleAgent, name, system_prompt: 'You know {{topic}}.' }
  const tool = { ...exampleTool, name, implementation: { kind: 'code', source: 'return args.text' } }
  await world.send('POST', `/agentspec/${kind}s`, kind === 'agent' ? agent : tool)
  return { id: name, name }
}

/** The entry of what a function makes. */
const made =
  (make: (world: World) => Promise<{ id: string; name: string }>): AuditedAction =>
  async (world) =>
  async () => {
    const { id, name } = await make(world)
    return { subject: { id, name } }
  }

/** The entry of a request about what a function makes. */
const about =
  (
    make: (world: World) => Promise<{ id: string; name: string; body?: object }>,
    method: 'PUT' | 'PATCH' | 'DELETE' | 'POST',
    path: (id: string) => string,
    {
      body,
      name: hasName = true,
      details,
    }: { body?: object; name?: boolean; details?: Record<string, never> } & object = {},
  ): AuditedAction =>
  async (world) => {
    const { id, name, body: own } = await make(world)
    return async () => {
      await world.send(method, path(id), body ?? (method === 'PUT' ? own : undefined))
      return { subject: { id, ...(hasName && { name }) }, ...(details && { details }) }
    }
  }

const replayed: AuditedAction = async (world) => {
  const { id } = await subscription(world)
  await world.client.run(failing)
  await world.client.service.assembled.dispatcher.pass()
  const { data } = await world.send('GET', `/subscriptions/${id}/deliveries`)
  const delivery = data[0].id
  return async () => {
    await world.send('POST', `/subscriptions/${id}/deliveries/${delivery}/replay`)
    return { subject: { id }, details: { delivery } }
  }
}

const connectionLost: AuditedAction = async (world) => {
  const { id, name } = await world.connected()
  const call = { nodes: [node('call', 'http_request', { url: world.oauth.api, credential: name })], edges: [] }
  await world.client.run(call)
  await world.oauth.revokeGrants()
  world.client.service.clock.advance(24 * 3600 * 1000)
  return async () => {
    await world.client.run(call)
    return { actor: BY_SERVICE, subject: { id, name } }
  }
}

const purged: AuditedAction =
  async ({ client: { service } }) =>
  async () => {
    const { services, config } = service
    service.clock.advance(1)
    const later = { now: () => service.clock.now() + 366 * 24 * 3600 * 1000 }
    const needs = { audit: services.store.audit, ids: services.ids, config, clock: later }
    await purgeAudit(needs)
    return { actor: BY_SERVICE, subject: { id: '' } }
  }

export const SETTING_ACTIONS = {
  'connection.created': { createConnection: made(connection) },
  'connection.changed': { updateConnection: about(connection, 'PUT', (id) => `/connections/${id}`) },
  'connection.deleted': { deleteConnection: about(connection, 'DELETE', (id) => `/connections/${id}`) },
  'credential.created': { createCredential: made((world) => world.credential()) },
  'credential.changed': {
    updateCredential: about(
      (world) => world.credential(),
      'PUT',
      (id) => `/credentials/${id}`,
    ),
  },
  'credential.deleted': {
    deleteCredential: about(
      (world) => world.credential(),
      'DELETE',
      (id) => `/credentials/${id}`,
    ),
  },
  'credential.connected': {
    finishConnection: async (world) => {
      const { id, name, finish } = await world.unconnected()
      return async () => {
        await world.send('POST', `/credentials/${id}/connection`, { url: finish })
        return { subject: { id, name } }
      }
    },
  },
  'credential.disconnected': {
    disconnectCredential: about(
      (world) => world.connected(),
      'DELETE',
      (id) => `/credentials/${id}/connection`,
    ),
  },
  'credential.connection_lost': { 'a refused refresh token': connectionLost },
  'subscription.created': { createSubscription: made(subscription) },
  'subscription.changed': {
    updateSubscription: about(subscription, 'PATCH', (id) => `/subscriptions/${id}`, { body: { enabled: false } }),
  },
  'subscription.deleted': { deleteSubscription: about(subscription, 'DELETE', (id) => `/subscriptions/${id}`) },
  'subscription.tested': { testSubscription: about(subscription, 'POST', (id) => `/subscriptions/${id}/test`) },
  'subscription.replayed': { replayDelivery: replayed },
  'budget.created': { createBudget: made(budget) },
  'budget.changed': { updateBudget: about(budget, 'PATCH', (id) => `/usage/budgets/${id}`, { body: { limit: 60 } }) },
  'budget.deleted': { deleteBudget: about(budget, 'DELETE', (id) => `/usage/budgets/${id}`) },
  'price.changed': { setModelPrice: made(price) },
  'price.deleted': {
    deleteModelPrice: about(price, 'DELETE', (id) => `/usage/prices?model=${encodeURIComponent(id)}`),
  },
  'usage.exported': {
    exportUsage: async (world) => async () => {
      await world.send('GET', '/usage/export')
      return { subject: { id: '' } }
    },
  },
  'error_workflow.changed': {
    updateErrorWorkflow: async (world) => {
      const workflow = await world.make('/workflows', {
        name: 'Errors',
        nodes: [node('e', 'error_trigger')],
        edges: [],
      })
      return async () => {
        await world.send('PUT', '/error-workflow', { workflow })
        return { subject: { id: '' }, details: { workflow } }
      }
    },
  },
  'assistant.changed': {
    updateAssistantSettings: async (world) => async () => {
      await world.send('PUT', '/assistant/settings', { mode: 'rules' })
      return { subject: { id: '' }, details: { mode: 'rules' } }
    },
  },
  'agent.registered': { registerAgentSpecAgent: made((world) => registered(world, 'agent')) },
  'agent.removed': {
    deleteAgentSpecAgent: about(
      (world) => registered(world, 'agent'),
      'DELETE',
      (id) => `/agentspec/agents/${id}`,
    ),
  },
  'tool.registered': { registerAgentSpecTool: made((world) => registered(world, 'tool')) },
  'tool.removed': {
    deleteAgentSpecTool: about(
      (world) => registered(world, 'tool'),
      'DELETE',
      (id) => `/agentspec/tools/${id}`,
    ),
  },
  'backup.created': {
    createBackup: async (world) => async () => {
      const name = `${world.name('backup')}.db`
      await world.send('POST', '/system/backup', { name })
      return { subject: { id: name, name } }
    },
  },
  'service.resumed': {
    resumeService: async (world) => async () => {
      world.client.service.pause()
      await world.send('POST', '/system/resume')
      return { subject: { id: '' } }
    },
  },
  'service.key_rotated': {
    rotateKey: async (world) => async () => {
      await world.send('POST', '/system/key-rotation', {})
      return { subject: { id: '' } }
    },
  },
  'audit.exported': {
    exportAudit: async (world) => async () => {
      await world.send('GET', '/audit/export?limit=1')
      return { subject: { id: '' }, details: { format: 'ndjson', entries: 1 } }
    },
  },
  'audit.purged': { 'the retention': purged },
} satisfies Record<string, Record<string, AuditedAction>>
