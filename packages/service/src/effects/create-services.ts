/** The effects of the running service, connected to its database and settings. */
import { join } from 'node:path'
import { connectUserSql } from '@millrace/store'
import type { Platform } from '../platform/create-services.ts'
import { retryingStore } from '../platform/retrying-store.ts'
import { createEffects, type StepEffects } from './create-effects.ts'
import type { CredentialSource } from './credentials/credential-source.ts'
import { PROJECT_FILES } from './files/file-name.ts'
import { createEgress } from './http/egress.ts'
import { outgoingProxy } from './http/outgoing-proxy.ts'
import { keyValuesFor } from './key-value-adapter.ts'
import { createReadJson } from './large-json.ts'
import { createMcp, type Mcp } from './mcp/mcp.ts'
import type { ModelNeeds } from './models/create-models.ts'
import type { ModelMeter } from './models/model-meter.ts'
import { modelEnvironment, modelLimits } from './models/model-settings.ts'

export interface ServiceEffects extends StepEffects {
  readonly mcp: Mcp
}

export interface EffectsNeeds {
  readonly connections: ModelNeeds['connections']
  readonly credentials: CredentialSource
  readonly meter: ModelMeter
  readonly projectOf: (workflow: string) => string | Promise<string>
}

export function createServiceEffects(
  platform: Platform,
  { connections, credentials, meter, projectOf }: EffectsNeeds,
): ServiceEffects {
  const { config, clock, log, store, workers, wakingClock, observation } = platform
  const proxyFor = outgoingProxy(config)
  const effects = createEffects({
    proxyFor,
    clock,
    credentials,
    readJson: createReadJson(workers),
    projectOf: retryingStore({ projectOf }, wakingClock).projectOf,
    filesFolder: join(config.dataDir, 'files'),
    filesOfProject: (project) => join(config.dataDir, 'files', PROJECT_FILES, project),
    egressAllow: config.egressAllow,
    keyValues: keyValuesFor(retryingStore(store.keyValues, wakingClock), clock),
    memories: retryingStore(store.memories, wakingClock),
    connectSql: connectUserSql,
    sandbox: { maxCodeMs: config.maxCodeSeconds * 1000 },
    vectors: retryingStore(store.vectors, wakingClock),
    models: {
      connections: retryingStore(connections, wakingClock),
      environment: modelEnvironment(config),
      log,
      observation,
      meter: retryingStore(meter, wakingClock),
      ...modelLimits(config),
    },
  })
  const mcp = createMcp({
    egress: createEgress(config.egressAllow, undefined, proxyFor),
    allowStdio: config.mcpStdio,
    log,
    credentials,
  })
  return {
    ...effects,
    mcp,
    async close() {
      await mcp.close()
      await effects.close()
    },
  }
}
