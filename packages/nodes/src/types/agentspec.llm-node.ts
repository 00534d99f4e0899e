import { defineNode, multiline, Type } from '@millrace/model'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { modelKey } from '../fields/agentspec-secrets.ts'
import { jsonObject } from '../fields/json-fields.ts'

/** Asks a language model once, in an Agent Spec flow. */
export default defineNode({
  id: 'agentspec.llm_node',
  version: '1.0.0',
  name: 'Model (Agent Spec)',
  description: 'Fills a prompt with its inputs and asks a language model once.',
  category: 'ai',
  icon: 'mdi:brain',
  color: '#8b5cf6',
  badge: 'LLM',
  tags: ['agentspec', 'llm', 'model', 'prompt'],

  config: Type.Object({
    prompt_template: Type.Optional(
      multiline({
        title: 'Prompt',
        description: '{{name}} stands for the input of that name.',
        default: '{{prompt}}',
        maxLength: 100_000,
      }),
    ),
    system_prompt: Type.Optional(multiline({ title: 'System prompt', default: '', maxLength: 100_000 })),
    llm_config_ref: Type.Optional(
      Type.String({ title: 'Model configuration', description: 'Name of an LLM configuration.', maxLength: 200 }),
    ),
    output_schema: Type.Optional(
      jsonObject({ title: 'Form of the answer', description: 'JSON Schema whose properties become outputs.' }),
    ),
    ...modelKey,
    ...agentSpecPorts,
  }),
  inputs: { prompt: { name: 'Prompt', dataType: 'string' } },
  outputs: { llm_output: { name: 'Output', dataType: 'string' } },
  agentspec: 'llm_node',
  formats: ['agentspec'],
})
