/** The rows of the usage table; written with the events that report the usage. */
import type { UsageAccount, UsageRow } from '@millrace/model'
import type { ExecutionEvent } from '../core/events.ts'
import type { ExecutionRecord } from '../ports.ts'

/** Who and what the model calls of an execution count for. */
export function usageAccountOf({
  workflowId,
  about: { queueKey = '', startedBy = '' },
}: ExecutionRecord): UsageAccount {
  return { workflowId, person: queueKey, personName: startedBy }
}

/**
 * What models used according to these events; undefined if none was called. Events without effect count too, such as the
 * late result of a cancelled step: the model was called.
 */
export function usageIn(
  record: ExecutionRecord,
  events: readonly ExecutionEvent[],
): { readonly usage: readonly UsageRow[] } | undefined {
  let usage: UsageRow[] | undefined
  for (const event of events) {
    if (!('models' in event) || event.models === undefined) continue
    const account = usageAccountOf(record)
    usage ??= []
    for (const model of event.models) usage.push({ at: event.at, ...account, ...model })
  }
  return usage && { usage }
}
