import { SystemConfig } from '@millrace/model'
import { MAX_JSON_DEPTH } from '../http/body-shape.ts'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import { VERSION } from '../platform/version.ts'
import type { NodeProblems } from './services.ts'

/** The features of this service. */
const FEATURES = {
  workflows: true,
  workflowVersions: true,
  validation: true,
  importExport: true,
  customNodes: true,
  secrets: true,
  execution: true,
  playground: true,
  interrupts: true,
  agentspec: true,
  chat: true,
}

/** The settings that clients need. */
export default defineRoute({
  operation: 'getSystemConfig',
  method: 'GET',
  path: '/system/config',
  access: 'read',
  scope: 'shared',
  summary: 'Features and limits of this service',
  description: 'Clients use it to hide features that this service does not have and to check limits before a request.',
  tags: ['System'],
  reply: envelope(SystemConfig, 'System configuration'),
  errors: [],
  example: {
    reply: {
      version: '0.1.0',
      features: { workflows: true, execution: true },
      limits: {
        maxWorkflowNodes: 10_000,
        maxWorkflowVersions: 500,
        maxConcurrentExecutions: 100,
        maxBodyBytes: 16_777_216,
        maxWebhookBytes: 1_048_576,
        maxJsonDepth: 64,
        maxPortValueBytes: 8_388_608,
        requestsPerMinute: 0,
      },
    },
  },

  handle(_request, { config, catalogue }: PlatformServices & NodeProblems) {
    const { maxWorkflowNodes, maxWorkflowVersions, maxConcurrentExecutions, maxBodyMib, maxPortValueMib } = config
    return {
      version: VERSION,
      features: {
        ...{ ...FEATURES, cluster: config.cluster !== undefined, reloadsNodes: config.watchNodes },
        // The events of the catalogue have the files and the reasons.
        invalidNodeFiles: catalogue.problems.length > 0,
      },
      limits: {
        maxWorkflowNodes,
        maxWorkflowVersions,
        maxConcurrentExecutions,
        maxBodyBytes: maxBodyMib * 2 ** 20,
        maxWebhookBytes: config.maxWebhookMib * 2 ** 20,
        maxJsonDepth: MAX_JSON_DEPTH,
        maxPortValueBytes: maxPortValueMib * 2 ** 20,
        requestsPerMinute: config.rateLimit,
      },
    }
  },
})
