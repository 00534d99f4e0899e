/** The model settings of a node as a model configuration. */
import { llmClassOf } from '../codec/finish-seed.ts'
import type { Fields, LlmConfig } from '../components.ts'
import type { CanvasNode } from './canvas.ts'
import { textIn } from './node-context.ts'

/** The model that a node calls, with a reference in the place of its key. */
export function modelOf({ config, id, secrets }: CanvasNode): LlmConfig | undefined {
  const [provider, modelId, url] = [textIn(config.provider), textIn(config.model), textIn(config.baseUrl)]
  if (modelId === undefined && provider === undefined) return undefined
  const parameters = {
    ...(typeof config.temperature === 'number' ? { temperature: config.temperature } : {}),
    ...(typeof config.maxTokens === 'number' ? { max_tokens: config.maxTokens } : {}),
  }
  const fields: Fields = { provider, url }
  return {
    kind: 'llm_config',
    componentType: llmClassOf(fields),
    id: `${id}/model`,
    name: modelId ?? provider ?? 'model',
    modelId: modelId ?? '',
    ...(provider === undefined ? {} : { provider }),
    ...(url === undefined ? {} : { url }),
    ...(secrets.has('apiKey') ? { apiKey: { $component_ref: `${id}/model.api_key` } } : {}),
    ...(Object.keys(parameters).length > 0 ? { defaultGenerationParameters: parameters } : {}),
    // The scripted answers of the offline provider. Other tools ignore unknown fields.
    ...(provider === 'echo' && config.script !== undefined ? { extra: { script: config.script } } : {}),
  }
}

/** Settings that `modelOf` reads. */
export const MODEL_KEYS = ['provider', 'model', 'baseUrl', 'temperature', 'maxTokens', 'apiKey', 'script']
