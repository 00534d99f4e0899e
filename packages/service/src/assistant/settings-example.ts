import type { AssistantSettings } from '@millrace/model'

export const exampleSettings: AssistantSettings = {
  mode: 'model',
  connection: '2f3d0c1e-6a53-4a8e-9d4e-1c0f6b7a8e90',
  model: 'gpt-5-mini',
  effective: { source: 'model', provider: 'openai', connection: 'Team OpenAI', model: 'gpt-5-mini' },
}
