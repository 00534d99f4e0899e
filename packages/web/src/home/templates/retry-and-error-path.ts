import { RETRY_EXTENSION } from '@millrace/model'
import { note } from './note.ts'
import type { Template } from './template.ts'

export const retryAndErrorPath: Template = {
  id: 'retry-and-error-path',
  name: 'Retry, then another way',
  description: 'Calls a service that is down: three attempts with increasing delays, then the error path takes over.',
  group: 'basics',
  icon: 'mdi:backup-restore',
  tags: ['example', 'errors'],
  nodes: {
    about: note(
      '## Retry and error path\nThe URL does not exist, so the request fails, even offline. After three attempts the edge from the **error** port is taken and the run completes. Enter a working URL to see the other path.',
      { at: [0, -200], size: [620, 120] },
    ),
    begin: { type: 'start', label: 'Start', at: [0, 40] },
    call: {
      type: 'http_request',
      label: 'Ask the service',
      at: [210, 10],
      config: { url: 'https://prices.example.invalid/today', timeout: 5 },
      extensions: { [RETRY_EXTENSION]: { maxAttempts: 3, delayMs: 200, factor: 2, maxDelayMs: 1000 } },
    },
    fresh: {
      type: 'json_transform',
      label: 'Fresh price',
      at: [510, -50],
      config: { expression: '{"price": price, "source": "the service"}' },
    },
    known: {
      type: 'data_mapper',
      label: 'Last known price',
      at: [510, 150],
      config: {
        dynamicInputs: [{ name: 'error', label: 'Error', dataType: 'json' }],
        dynamicOutputs: [{ name: 'price', label: 'Price', dataType: 'mixed' }],
        mappings: [
          { output: 'price', expression: '{"price": 4.2, "source": "the last known one", "because": error.message}' },
        ],
      },
    },
    either: { type: 'merge', label: 'Either', at: [810, 60], config: { mode: 'first' } },
    price: { type: 'output', label: 'Price', at: [940, 72], config: { name: 'price' } },
  },
  edges: [
    'begin:trigger call:trigger',
    'call:json fresh:data',
    'call:error known:error',
    'fresh:result either:a',
    'known:price either:b',
    'either:merged price:value',
  ],
}
