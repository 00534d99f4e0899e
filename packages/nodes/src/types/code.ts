import { defineNode, Type } from '@millrace/model'
import { dynamicInputs } from '../fields/dynamic-ports.ts'
import { addedValues } from '../running/input-values.ts'

const DEFAULT_TIMEOUT_MS = 5000
const DEFAULT_MEMORY_MB = 64

function namesOf(ports: readonly { readonly name: string }[] = []): Record<string, null> {
  return Object.fromEntries(ports.map(({ name }) => [name, null]))
}

/** Runs JavaScript in a sandbox without network or file access, with limited time and memory. */
export default defineNode({
  id: 'code',
  version: '1.0.0',
  name: 'Code',
  description: 'Runs custom JavaScript in a sandbox without network or file access.',
  category: 'processing',
  icon: 'mdi:code-tags',
  alsoDrawnAs: ['tool'],
  tags: ['javascript', 'js', 'script', 'function', 'custom code', 'Skript', 'Funktion', 'Programmcode'],
  keywords: ['python', 'typescript', 'custom function', 'lambda'],
  summary: '{{source}}',

  config: Type.Object({
    source: Type.String({
      title: 'Source',
      description: 'Function body. Inputs are variables; the return value is the result.',
      format: 'code',
      minLength: 1,
      maxLength: 262_144,
      height: '320px',
      placeholder: 'return data.map((row) => row.price * 2)',
    }),
    timeoutMs: Type.Optional(
      Type.Integer({
        title: 'Timeout (ms)',
        description: 'CPU time limit.',
        default: 5000,
        minimum: 1,
        maximum: 60_000,
        'x-section': 'advanced',
      }),
    ),
    memoryMb: Type.Optional(
      Type.Integer({ title: 'Memory limit (MB)', default: 64, minimum: 8, maximum: 512, 'x-section': 'advanced' }),
    ),
    dynamicInputs: dynamicInputs({ description: 'Each is available as a variable.' }),
  }),
  inputs: { data: { name: 'Data', dataType: 'mixed' } },
  outputs: {
    result: { name: 'Result', dataType: 'mixed' },
    logs: { name: 'Logs', dataType: 'string[]', description: 'Output of console.log.' },
  },
  tool: true,
  agentspec: 'tool_node',
  pure: true,
  heavy: true,

  async run({ config, inputs, effects }) {
    const { result, logs } = await effects.code({
      source: config.source,
      // Unconnected inputs are null, so that the code can test for them.
      variables: {
        data: inputs.data ?? null,
        ...namesOf(config.dynamicInputs),
        ...addedValues(inputs, config.dynamicInputs),
      },
      timeoutMs: config.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      memoryMb: config.memoryMb ?? DEFAULT_MEMORY_MB,
    })
    return { result: result ?? null, logs }
  },

  examples: [
    {
      title: 'outputs the return value and the console output',
      config: { source: 'console.log("doubling"); return data.map((n) => n * 2)' },
      inputs: { data: [1, 2] },
      outputs: { result: [2, 4], logs: ['doubling'] },
    },
    {
      title: 'provides additional inputs as variables, null if unset',
      config: {
        source: 'return [name, other]',
        dynamicInputs: [
          { name: 'name', dataType: 'string' },
          { name: 'other', dataType: 'string' },
        ],
      },
      inputs: { name: 'Ada' },
      outputs: { result: ['Ada', null], logs: [] },
    },
    {
      title: 'outputs null for code without a return value',
      config: { source: 'data' },
      outputs: { result: null, logs: [] },
    },
  ],
})
