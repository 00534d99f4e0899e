/** Exports the model settings of a node as a model configuration. */
import { llmClassOf } from '../codec/finish-simple.ts'
import type { Fields, LlmConfig } from '../components.ts'
import type { CanvasNode } from './canvas.ts'
import { textIn } from './node-context.ts'

/** The model of a node, with a reference in place of its API key. */
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
    // The scripted responses of the offline provider. Other tools ignore unknown fields.
    ...(provider === 'echo' && config.script !== undefined ? { extra: { script: config.script } } : {}),
  }
}

/** The settings that `modelOf` reads. */
export const MODEL_KEYS = ['provider', 'model', 'baseUrl', 'temperature', 'maxTokens', 'apiKey', 'script']
