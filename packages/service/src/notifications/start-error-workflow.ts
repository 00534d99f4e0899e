/**
 * Starts the error workflow of a failed execution. The id of the new execution is derived from the failed one, so a
 * repetition after a crash finds the execution that exists: exactly one starts.
 *
 * The failure of an error workflow, and of what it calls, starts none: failures cannot start each other for ever.
 */

import type { ExecutionEngine, ExecutionRecord, Known } from '@millrace/engine'
import { type ErrorCode, errorTriggerIn, Problem, type WorkflowNode } from '@millrace/model'
import type { DeliveryRecord, ExecutionListItem, Store } from '@millrace/store'
import type { Executions } from '../executions/executions.ts'
import { ANONYMOUS } from '../platform/caller.ts'
import { iso } from '../platform/iso.ts'
import type { Clock, Log } from '../platform/ports.ts'
import { stableId } from '../platform/stable-id.ts'
import type { StoredWorkflows } from '../workflows/stored-workflows.ts'
import { outcomeOf } from './delivery-policy.ts'
import type { ErrorWorkflowSetting } from './error-workflow-setting.ts'
import { errorIn } from './event-reader.ts'
import type { PageLinks } from './page-links.ts'

export interface ErrorWorkflowNeeds {
  readonly store: Pick<Store, 'deliveries' | 'executions'>
  readonly engine: Pick<ExecutionEngine, 'view'>
  readonly executions: Pick<Executions, 'start'>
  readonly workflows: Pick<StoredWorkflows, 'current' | 'runnable'>
  readonly setting: ErrorWorkflowSetting
  readonly projectOf: (workflow: string) => string | Promise<string>
  readonly links: PageLinks
  readonly clock: Clock
  readonly log: Log
}

/** Codes of starts that fail again in the same way. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['VALIDATION_ERROR', 'NOT_FOUND', 'NOT_PUBLISHED'])

export function startErrorWorkflow(needs: ErrorWorkflowNeeds): (delivery: DeliveryRecord) => Promise<void> {
  const { store, executions, workflows, setting, clock, log } = needs

  async function start(item: ExecutionListItem, known: Known, handler: string): Promise<void> {
    const { id } = known.record
    const { document, name } = await workflows.runnable(handler, 'published')
    const { nodes = [] } = JSON.parse(document) as { nodes?: WorkflowNode[] }
    const node = errorTriggerIn(nodes)
    if (node === undefined) {
      throw new Problem('VALIDATION_ERROR', { message: `The workflow "${name}" has no error trigger.` })
    }
    const failed = item.workflowId === '' ? '' : await nameOf(item.workflowId, needs)
    await executions.start(handler, {
      id: stableId('error workflow', id),
      version: 'published',
      inputs: { [node.id]: eventOf(item, known, failed, needs.links) },
      by: { ...ANONYMOUS, name: failed === '' ? 'Error workflow' : `Failure of ${failed}` },
      trigger: node.id,
      about: { trigger: { kind: 'error', node: node.id, execution: id } },
    })
  }

  async function attempt(delivery: DeliveryRecord): Promise<'not needed' | 'started'> {
    const item = await store.executions.get(delivery.subjectId)
    const handler = item && (await setting.of(item.workflowId))
    if (item === undefined || handler === undefined) return 'not needed'
    const target = await workflows.current(handler)
    const known = await needs.engine.view(item.id)
    if (known === undefined || target.id === item.workflowId) return 'not needed'
    // A parent that waits for it fails too, and is reported.
    if (known.record.about.root !== undefined || (await isBelowErrorWorkflow(known.record, needs))) return 'not needed'
    if (target.project !== (await needs.projectOf(item.workflowId))) {
      throw new Problem('VALIDATION_ERROR', { message: 'The error workflow is in another project.' })
    }
    if (!target.isActive) throw new Problem('VALIDATION_ERROR', { message: 'The error workflow is not active.' })
    await start(item, known, target.id)
    return 'started'
  }

  return async (delivery) => {
    const sent = { attempts: delivery.attempts + 1, now: clock.now(), body: null, responseStatus: null, chance: 0 }
    try {
      if ((await attempt(delivery)) === 'not needed') return await store.deliveries.discard([delivery.id])
      await store.deliveries.settle(delivery.id, outcomeOf(sent))
    } catch (error) {
      // Anything else is a fault of the database or a bug: the dispatcher reports it and tries again.
      if (!(error instanceof Problem)) throw error
      const isFinal = FINAL.has(error.code)
      await store.deliveries.settle(delivery.id, outcomeOf({ ...sent, error: error.message, isFinal }))
      const facts = { execution: delivery.subjectId, code: error.code, error: error.message }
      log.warn(facts, isFinal ? 'an error workflow cannot start' : 'an error workflow waits to be started')
    }
  }
}

async function nameOf(workflowId: string, { workflows }: ErrorWorkflowNeeds): Promise<string> {
  const found = await workflows.runnable(workflowId, 'latest').catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    return undefined
  })
  return found?.name ?? ''
}

/** Whether an execution was started by an error workflow without waiting for it, directly or by others. */
async function isBelowErrorWorkflow(record: ExecutionRecord, { store }: ErrorWorkflowNeeds): Promise<boolean> {
  const seen = new Set<string>()
  let above = record.parent?.execution
  while (above !== undefined && !seen.has(above)) {
    seen.add(above)
    const item = await store.executions.get(above)
    if (item?.trigger === 'error') return true
    above = item?.trigger === 'sub_workflow' && item.startedByKind === 'execution' ? item.startedById : undefined
  }
  return false
}

/** The outputs of the error trigger. */
function eventOf(item: ExecutionListItem, { record, state }: Known, name: string, links: PageLinks) {
  const { code, message, node_id, node_name, attempt } = errorIn(state)
  return {
    execution_id: record.id,
    execution_url: links.execution(record.id),
    workflow_id: item.workflowId,
    workflow_name: name,
    node_id,
    node_name,
    code,
    message,
    attempt,
    trigger: item.trigger ?? 'manual',
    started_by: item.startedBy ?? '',
    failed_at: iso(item.updatedAt),
  }
}
