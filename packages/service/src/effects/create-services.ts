/** The effects of the running service, connected to its database and settings. */
import { join } from 'node:path'
import { connectUserSql } from '@millrace/store'
import type { Platform } from '../platform/create-services.ts'
import { retryingStore } from '../platform/retrying-store.ts'
import { createEffects, type StepEffects } from './create-effects.ts'
import { createEgress } from './http/egress.ts'
import { keyValuesFor } from './key-value-adapter.ts'
import { createReadJson } from './large-json.ts'
import { createMcp, type Mcp } from './mcp/mcp.ts'
import type { ModelNeeds } from './models/create-models.ts'
import { modelEnvironment, modelLimits } from './models/model-settings.ts'

export interface ServiceEffects extends StepEffects {
  readonly mcp: Mcp
}

export function createServiceEffects(platform: Platform, connections: ModelNeeds['connections']): ServiceEffects {
  const { config, clock, log, store, workers, wakingClock } = platform
  const effects = createEffects({
    clock,
    readJson: createReadJson(workers),
    filesFolder: join(config.dataDir, 'files'),
    egressAllow: config.egressAllow,
    keyValues: keyValuesFor(retryingStore(store.keyValues, wakingClock)),
    memories: retryingStore(store.memories, wakingClock),
    connectSql: connectUserSql,
    sandbox: { maxCodeMs: config.maxCodeSeconds * 1000 },
    vectors: retryingStore(store.vectors, wakingClock),
    models: {
      connections: retryingStore(connections, wakingClock),
      environment: modelEnvironment(config),
      log,
      ...modelLimits(config),
    },
  })
  const mcp = createMcp({ egress: createEgress(config.egressAllow), allowStdio: config.mcpStdio, log })
  return {
    ...effects,
    mcp,
    async close() {
      await mcp.close()
      await effects.close()
    },
  }
}
