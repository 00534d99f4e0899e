import { defineNode, type KeyValues, Type, titledChoice } from '@millrace/model'
import { badInput, textOr } from '../running/input-values.ts'

const MAX_LISTED = 1000

interface Call {
  readonly store: KeyValues
  readonly namespace: string
  readonly key: string
  readonly value: unknown
}

const OPERATIONS = {
  async get({ store, namespace, key }: Call) {
    const value = await store.get(namespace, key)
    return { value: value ?? null, found: value !== undefined }
  },
  async set({ store, namespace, key, value }: Call) {
    if (value === undefined) throw badInput('value', 'is required for set')
    await store.set(namespace, key, value)
    return { value, found: true }
  },
  async delete({ store, namespace, key }: Call) {
    return { value: null, found: await store.delete(namespace, key) }
  },
}

/** Stores values by key across executions. */
export default defineNode({
  id: 'key_value',
  version: '1.0.0',
  name: 'Key-value store',
  description: 'Stores values by key across executions.',
  category: 'data',
  icon: 'mdi:key-variant',
  alsoDrawnAs: ['tool'],
  tags: [
    'kv store',
    'key store',
    'cache',
    'data store',
    'state store',
    'remember value',
    'Schlüssel-Wert-Speicher',
    'Zwischenspeicher',
  ],
  keywords: ['variable', 'variables', 'global variable', 'state', 'counter', 'redis', 'remember'],
  summary: '{{operation}}[ {{key}}]',

  config: Type.Object({
    operation: Type.Optional(
      titledChoice(
        {
          get: 'Get',
          set: 'Set',
          delete: 'Delete',
          list: ['List', 'Keys and values of all keys with a prefix.'],
        },
        { title: 'Operation', default: 'get' },
      ),
    ),
    namespace: Type.Optional(
      Type.String({
        title: 'Namespace',
        description: 'Keys are separate per namespace.',
        default: 'default',
        minLength: 1,
        maxLength: 100,
      }),
    ),
    key: Type.Optional(
      Type.String({
        title: 'Key',
        description: 'Used if no key is connected.',
        maxLength: 500,
        'x-variants': {
          operation: { list: { title: 'Prefix', description: 'If empty, all keys. A connected key replaces it.' } },
        },
      }),
    ),
  }),
  inputs: {
    key: { name: 'Key', dataType: 'string' },
    value: { name: 'Value', dataType: 'mixed', description: 'For set.' },
  },
  outputs: {
    value: { name: 'Value', dataType: 'mixed' },
    found: { name: 'Found', dataType: 'boolean' },
  },
  tool: true,
  agentspec: 'tool_node',

  async run({ config, inputs, effects }) {
    const { operation = 'get', namespace = 'default' } = config
    const key = textOr(inputs, 'key', config.key)
    if (operation === 'list') {
      const entries = await effects.keyValues.list(namespace, key ?? '', MAX_LISTED)
      return { value: entries.map((entry) => ({ key: entry.key, value: entry.value })), found: entries.length > 0 }
    }
    if (key === undefined) throw badInput('key', 'is required: connect a key or set one in the settings')
    return OPERATIONS[operation]({ store: effects.keyValues, namespace, key, value: inputs.value })
  },

  examples: [
    {
      title: 'get: outputs the stored value',
      config: { operation: 'get' },
      inputs: { key: 'greeting' },
      outputs: { value: 'Hello', found: true },
    },
    {
      title: 'get: outputs null for an unknown key',
      config: { operation: 'get', key: 'nothing' },
      outputs: { value: null, found: false },
    },
    {
      title: 'get: separates namespaces',
      config: { operation: 'get', namespace: 'other', key: 'greeting' },
      outputs: { value: null, found: false },
    },
    {
      title: 'set: stores a value and outputs it',
      config: { operation: 'set' },
      inputs: { key: 'last run', value: { at: 7 } },
      outputs: { value: { at: 7 }, found: true },
    },
    {
      title: 'delete: reports whether the key existed',
      config: { operation: 'delete' },
      inputs: { key: 'greeting' },
      outputs: { value: null, found: true },
    },
    {
      title: 'list: lists the keys with a prefix',
      config: { operation: 'list', key: 'order/' },
      outputs: {
        value: [
          { key: 'order/1', value: 'open' },
          { key: 'order/2', value: 'paid' },
        ],
        found: true,
      },
    },
    { title: 'rejects a missing key', fails: 'BAD_INPUT' },
    { title: 'rejects set without a value', config: { operation: 'set', key: 'a' }, fails: 'BAD_INPUT' },
  ],
})
