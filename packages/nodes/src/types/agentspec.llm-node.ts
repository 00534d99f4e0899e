import { credentialTypesFor, multiline, Type } from '@millrace/model'
import { runLlm } from '../agentspec/llm.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { modelKey } from '../fields/agentspec-secrets.ts'
import { valueSchema } from '../fields/json-fields.ts'

/** Calls a language model once in an Agent Spec flow. */
export default specNode('llm', runLlm, {
  id: 'agentspec.llm_node',
  version: '1.0.0',
  name: 'LLM (Agent Spec)',
  description: 'Fills a prompt template with its inputs and calls a language model once.',
  category: 'ai',
  icon: 'mdi:brain',
  color: '#8b5cf6',
  badge: 'LLM',
  tags: ['agentspec', 'llm', 'model', 'prompt'],
  summary: '{{llm_config_ref | prompt_template}}',

  config: Type.Object({
    prompt_template: Type.Optional(
      multiline({
        title: 'Prompt',
        description: '{{name}} makes an input of that name and is replaced by its value.',
        'x-placeholders': 'inputs',
        default: '{{prompt}}',
        maxLength: 100_000,
      }),
    ),
    system_prompt: Type.Optional(
      multiline({ title: 'System prompt', default: '', maxLength: 100_000, 'x-placeholders': 'inputs' }),
    ),
    llm_config_ref: Type.Optional(
      Type.String({
        title: 'LLM configuration',
        description: 'Name of the LLM configuration in this node, or of a connection.',
        maxLength: 200,
        'x-credential': credentialTypesFor('model'),
      }),
    ),
    output_schema: Type.Optional(
      valueSchema({ title: 'Output schema', description: 'JSON Schema whose properties become outputs.' }),
    ),
    ...modelKey,
    ...agentSpecPorts,
  }),
  inputs: { prompt: { name: 'Prompt', dataType: 'string' } },
  outputs: { llm_output: { name: 'Output', dataType: 'string' } },
  agentspec: 'llm_node',
  formats: ['agentspec'],

  examples: [
    {
      title: 'makes an input of each placeholder',
      config: { system_prompt: 'You are {{role}}.', prompt_template: 'Say hello to {{name}}.' },
      inputs: { role: 'a host', name: 'Ada' },
      outputs: { llm_output: 'Say hello to Ada.' },
    },
    {
      title: 'outputs the response as the only text output',
      config: { prompt_template: 'Say hello to {{name}}.', dynamicInputs: [{ name: 'name', dataType: 'string' }] },
      inputs: { name: 'Ada' },
      outputs: { llm_output: 'Say hello to Ada.' },
    },
    {
      title: 'reads other outputs from JSON in the response',
      config: { prompt_template: '{"n": 3}', dynamicOutputs: [{ name: 'n', dataType: 'number' }] },
      outputs: { n: 3 },
    },
    {
      title: 'retries once after an invalid response, then fails',
      config: { prompt_template: 'How many?', dynamicOutputs: [{ name: 'n', dataType: 'number' }] },
      fails: 'MODEL_BAD_ANSWER',
    },
  ],
})
