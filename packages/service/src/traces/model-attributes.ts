/** The names and attributes of steps that called models, as the conventions for generative AI define them. */
import type { Written } from '@millrace/engine'
import { type ModelUsage, sumOfUsage, type Usage } from '@millrace/model'
import type { Attributes } from '@opentelemetry/api'

type Event = Written['events'][number]
type StepEvent = Extract<Event, { readonly node: number }>

interface Seen {
  readonly usage: Usage
  /** The last model that was called, as `provider/model`. */
  readonly model: string | undefined
}

/** What steps of other types do with a model is a chat, such as a question for a structured answer. */
const OPERATIONS: Readonly<Record<string, string>> = {
  embeddings: 'embeddings',
  vector_store: 'embeddings',
  simple_agent: 'invoke_agent',
  'agentspec.agent_node': 'invoke_agent',
}

/** Steps that have called a model and have not ended. A step that continues in another process is never removed. */
const MAX_STEPS = 10_000

/**
 * An event has the usage since the previous event of its step: an agent writes one after every turn, a retry one for each
 * attempt. The history has no place for the names of models, so they are kept here until the step ends.
 */
export class ModelCalls {
  readonly #seen = new Map<string, Seen>()

  note({ record }: Written, event: StepEvent): void {
    if (event.usage === undefined) return
    const key = keyOf(record.id, event)
    const before = this.#seen.get(key)
    this.#seen.delete(key)
    this.#seen.set(key, { usage: sumOfUsage(before?.usage, event.usage), model: lastOf(event.models) ?? before?.model })
    const [oldest] = this.#seen.size > MAX_STEPS ? this.#seen.keys() : []
    if (oldest !== undefined) this.#seen.delete(oldest)
  }

  /** The attributes of a step that ends with this event; empty if it called no model. */
  ended({ record, state }: Written, event: StepEvent): Attributes {
    const key = keyOf(record.id, event)
    const seen = this.#seen.get(key)
    this.#seen.delete(key)
    const step = state.scopes.get(event.scope ?? '')?.steps[state.index.nodePlace[event.node] ?? -1]
    // The state also has what was used before a restart; the round of a loop may be gone from it.
    const usage = step?.usage ?? seen?.usage
    const { type = '', config = {} } = record.plan.nodes[event.node] ?? {}
    const attributes = {
      ...nameAttributes(seen?.model, config),
      ...(usage !== undefined && {
        'gen_ai.usage.input_tokens': usage.inputTokens,
        'gen_ai.usage.output_tokens': usage.outputTokens,
      }),
    }
    if (Object.keys(attributes).length === 0) return {}
    return { 'gen_ai.operation.name': OPERATIONS[type] ?? 'chat', ...attributes }
  }
}

/** The name of the span of a step; undefined if it called no model. An agent has no name that may leave the service. */
export function modelSpanName(attributes: Attributes): string | undefined {
  const { 'gen_ai.operation.name': operation, 'gen_ai.request.model': model } = attributes
  if (operation === undefined) return undefined
  return operation === 'invoke_agent' || model === undefined ? String(operation) : `${operation} ${model}`
}

function keyOf(execution: string, { node, scope = '' }: StepEvent): string {
  return `${execution} ${node} ${scope}`
}

function lastOf(models: readonly ModelUsage[] | undefined): string | undefined {
  return models?.at(-1)?.model
}

/** Without a call that was counted, from the settings: those of a connection are not in them. */
function nameAttributes(called: string | undefined, config: Readonly<Record<string, unknown>>): Attributes {
  if (called !== undefined) {
    const cut = called.indexOf('/')
    return { 'gen_ai.provider.name': called.slice(0, cut), 'gen_ai.request.model': called.slice(cut + 1) }
  }
  const { provider, model, connection } = config
  if (typeof provider !== 'string' || typeof model !== 'string' || connection) return {}
  return { 'gen_ai.provider.name': provider, 'gen_ai.request.model': model }
}
