import { defineNode, Type } from '@millrace/model'
import { dynamicInputs } from '../fields/dynamic-ports.ts'
import { addedValues } from '../running/input-values.ts'

const DEFAULT_TIMEOUT_MS = 5000
const DEFAULT_MEMORY_MB = 64

function namesOf(ports: readonly { readonly name: string }[] = []): Record<string, null> {
  return Object.fromEntries(ports.map(({ name }) => [name, null]))
}

/** Runs JavaScript in a closed box: no network, no files, bounded time and memory. */
export default defineNode({
  id: 'code',
  version: '1.0.0',
  name: 'Code',
  description: 'Runs JavaScript of your own, shut off from network and files.',
  category: 'processing',
  icon: 'mdi:code-tags',
  alsoDrawnAs: ['tool'],
  tags: ['javascript', 'function', 'script'],

  config: Type.Object({
    source: Type.String({
      title: 'Source',
      description: 'Body of a function. It sees the inputs by their names; what it returns is the result.',
      format: 'code',
      minLength: 1,
      maxLength: 262_144,
      height: '320px',
      placeholder: 'return data.map((row) => row.price * 2)',
    }),
    timeoutMs: Type.Optional(
      Type.Integer({
        title: 'Time limit (milliseconds)',
        description: 'Processing time that the code may use.',
        default: 5000,
        minimum: 1,
        maximum: 60_000,
      }),
    ),
    memoryMb: Type.Optional(Type.Integer({ title: 'Memory limit (MB)', default: 64, minimum: 8, maximum: 512 })),
    dynamicInputs: dynamicInputs({ description: 'Each is a variable of its name.' }),
  }),
  inputs: { data: { name: 'Data', dataType: 'mixed' } },
  outputs: {
    result: { name: 'Result', dataType: 'mixed' },
    logs: { name: 'Logs', dataType: 'string[]', description: 'What the code wrote with console.log.' },
  },
  tool: true,
  agentspec: 'tool_node',

  async run({ config, inputs, effects }) {
    const { result, logs } = await effects.code({
      source: config.source,
      // Always there, so that code can ask whether something came.
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
      title: 'hands on what the code returns and what it wrote',
      config: { source: 'console.log("doubling"); return data.map((n) => n * 2)' },
      inputs: { data: [1, 2] },
      outputs: { result: [2, 4], logs: ['doubling'] },
    },
    {
      title: 'inputs of its own are variables; one that did not come is null',
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
    { title: 'code that returns nothing gives null', config: { source: 'data' }, outputs: { result: null, logs: [] } },
  ],
})
