/**
 * Which model answers for the assistant. The choice that an admin stored wins over the start options, which are the
 * default.
 */
import { type AssistantSettings, fits, type ModelSettings, NewAssistantSettings, Problem } from '@millrace/model'
import type { KeyValueStore } from '@millrace/store'
import type { Connections } from '../models/connections.ts'
import type { Config } from '../platform/config.ts'

/** Longer than any namespace that a node may name, so that no workflow can read or change it. */
const NAMESPACE = 'millrace settings'.padEnd(101, '.')
const KEY = 'assistant'

export interface AssistantSettingsNeeds {
  readonly store: KeyValueStore
  readonly connections: Pick<Connections, 'get' | 'list'>
  readonly config: Pick<Config, 'assistantProvider' | 'assistantModel' | 'assistantConnection'>
}

export interface AssistantSettingsService {
  /** How to reach the model that answers now; undefined if the rules answer. */
  current(): Promise<ModelSettings | undefined>
  get(): Promise<AssistantSettings>
  set(settings: NewAssistantSettings): Promise<AssistantSettings>
}

export function createAssistantSettings(needs: AssistantSettingsNeeds): AssistantSettingsService {
  const { store, connections, config } = needs

  async function stored(): Promise<NewAssistantSettings> {
    const value = await store.get(NAMESPACE, KEY)
    return fits(NewAssistantSettings, value) ? value : { mode: 'default' }
  }

  async function current(): Promise<ModelSettings | undefined> {
    const { mode, connection, model } = await stored()
    if (mode === 'rules') return undefined
    if (mode === 'default') return settingsFrom(config)
    return { ...(connection != null && { connection }), ...(model != null && { model }) }
  }

  async function get(): Promise<AssistantSettings> {
    const { mode, connection = null, model = null } = await stored()
    const settings = await current()
    // A connection that was deleted is shown by its id.
    const used = settings?.connection && (await connections.get(settings.connection).catch(unlessMissing))
    return {
      mode,
      connection,
      model,
      effective: {
        source: settings === undefined ? 'rules' : 'model',
        provider: (used ? used.provider : settings?.provider) ?? null,
        connection: (used ? used.name : settings?.connection) ?? null,
        model: settings?.model ?? null,
      },
    }
  }

  return {
    current,
    get,
    async set({ mode, connection, model }) {
      if (mode === 'default') await store.delete(NAMESPACE, KEY)
      else if (mode === 'rules') await store.set(NAMESPACE, KEY, { mode })
      else {
        if (connection == null) throw connectionMissing()
        const { id } = await connections.get(connection)
        await store.set(NAMESPACE, KEY, { mode, connection: id, model: model?.trim() || null })
      }
      return get()
    },
  }
}

/** The model of the start options; none if none of them is set. */
function settingsFrom(config: AssistantSettingsNeeds['config']): ModelSettings | undefined {
  const { assistantProvider: provider, assistantModel: model, assistantConnection: connection } = config
  if (provider === undefined && model === undefined && connection === undefined) return undefined
  return {
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(connection !== undefined && { connection }),
  }
}

function connectionMissing(): Problem {
  const message = 'is required if the mode is "model"'
  return new Problem('VALIDATION_ERROR', {
    message: `The body is invalid: /connection ${message}.`,
    details: [{ code: 'INVALID_VALUE', message, path: '/connection' }],
  })
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined
  throw error
}
