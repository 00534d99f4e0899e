/** Complete records and events for tests of journals; a test overrides what it is about. */
import { BEHAVIOUR } from '../core/behaviour.ts'
import type { ExecutionEvent, Outputs, Started } from '../core/events.ts'
import type { ExecutionRecord, ExecutionSummary } from '../ports.ts'

export function sampleRecord(id: string, change: Partial<ExecutionRecord> = {}): ExecutionRecord {
  return {
    id,
    workflowId: 'w',
    createdAt: 1_700_000_000_000,
    plan: { nodes: [], edges: [], loops: [], tools: [] },
    secrets: null,
    depth: 0,
    about: {},
    ...change,
  }
}

export function started(at: number): Started {
  return { type: 'started', v: BEHAVIOUR, at, inputs: {} }
}

export function step(node: number, outputs: Outputs = { value: `result of ${node}` }): ExecutionEvent {
  return { type: 'step-completed', at: 1_700_000_000_000 + node, node, outputs, ms: 1 }
}

export const queued: ExecutionSummary = { status: 'pending', updatedAt: 1, wakeAt: null, isActive: true }
export const running: ExecutionSummary = { status: 'running', updatedAt: 2, wakeAt: null, isActive: true }
export const done: ExecutionSummary = { status: 'completed', updatedAt: 3, wakeAt: null, isActive: false }

/** Values that a journal might not preserve. */
export function oddValues(): unknown[] {
  return [
    null,
    [],
    {},
    '',
    0.1,
    -1e300,
    [null, [[]], { '': { ' ': 0 } }],
    'nul \0, quote ", backslash \\, newline \n, separators \u2028 \u2029',
    'lone \ud800 surrogates \udc00 and 😀',
    '\ufeff byte order mark, ﷽, e\u0301',
    { $value: 'a'.repeat(64), bytes: 3 },
    { $value: null },
    { nested: { $value: 'not at a port', bytes: 1 } },
    '"$value"',
    JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'),
  ]
}
