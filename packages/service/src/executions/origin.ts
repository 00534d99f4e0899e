/**
 * How an execution was started, kept in its record. Results of an execution decide where a later one sends its secrets
 * and which approvals it skips, so they are reused only if the caller could have produced them.
 */
import type { Known } from '@millrace/engine'
import { type Catalogue, type ExecutionOrigin, Problem, type Secrets, sameJson } from '@millrace/model'
import { type Caller, may } from '../platform/caller.ts'
import {
  ASKS_PEOPLE,
  closedSettingIn,
  forbidden,
  type Guarded,
  guardReason,
  type LaunchValues,
  refuseClosedLaunch,
  refuseClosedTest,
} from './launch-guard.ts'

/** A workflow about to run, and the id it is stored under. */
export interface GuardedWorkflow extends Guarded {
  readonly workflowId: string
  readonly source: ExecutionOrigin['source']
}

/** The origin of an old execution without one: callers without write access reuse nothing of it. */
export const UNKNOWN_ORIGIN: ExecutionOrigin = { source: 'unsaved', byWriter: false }

/**
 * Refuses to reuse results that the caller could not have produced. Callers without write access reuse results of the
 * same stored workflow only, started as stored with inputs that they may use, and none where people were asked: an
 * approval counts once. Writers also reuse what writers produced.
 */
export function refuseForeignResults(
  workflow: GuardedWorkflow,
  { earlier, by }: { readonly earlier: Known; readonly by: Caller },
  catalogue: Catalogue,
): void {
  const isWriter = may(by, 'write')
  // An unsaved document has only the caller's secrets, and the caller chooses whom it asks.
  const why = workflow.source === 'unsaved' && !isWriter ? undefined : guardReason(workflow, catalogue)
  if (why === undefined) return
  const { origin } = earlier.record.about
  const isAllowed = isWriter
    ? origin === undefined || origin.byWriter || isOpenLaunch(workflow, earlier, catalogue)
    : why !== ASKS_PEOPLE && hasOpenResults(workflow, earlier, catalogue)
  if (isAllowed) return
  throw new Problem('FORBIDDEN', { message: `The workflow ${why}: ${isWriter ? FOREIGN : CLOSED}` })
}

const CLOSED = 'taking over results of this execution needs the permission "write".'
const FOREIGN =
  'results are not taken over from an execution that a caller without the permission "write" started from an unsaved ' +
  'workflow or with changed settings.'

/** True if any caller who may run this workflow could have produced the results. */
export function hasOpenResults(workflow: GuardedWorkflow, earlier: Known, catalogue: Catalogue): boolean {
  const { workflowId, plan } = earlier.record
  const isSame = workflowId === workflow.workflowId && sameJson(plan, workflow.plan)
  return isSame && isOpenLaunch(workflow, earlier, catalogue)
}

/** True if the execution was started as stored, with inputs that need no write access. */
function isOpenLaunch({ secrets }: Guarded, { record, state }: Known, catalogue: Catalogue): boolean {
  const { origin } = record.about
  const { inputs, trigger, isTest } = state.started ?? {}
  if (origin?.source !== 'stored' || origin.hasClosedResults === true || isTest === true) return false
  return closedSettingIn({ plan: record.plan, secrets }, { inputs, trigger }, catalogue) === undefined
}

interface Repeat {
  /** Unsealed from the record. */
  readonly secrets: Secrets
  readonly by: Caller
}

/** Refuses to rerun a launch whose settings, pinned data or reused results the caller could not have used. */
export function refuseClosedRerun(known: Known, { secrets, by }: Repeat, catalogue: Catalogue): void {
  const { origin } = known.record.about
  if (may(by, 'write')) return
  if (origin?.source === 'changed') throw forbidden('Running a changed workflow with its stored secrets')
  const { inputs, trigger, isTest } = known.state.started ?? {}
  // The settings of an unsaved document belong to its caller.
  if (origin?.source === 'unsaved') {
    return refuseClosedTest({ plan: known.record.plan, secrets }, { isTest, by }, catalogue)
  }
  refuseClosedLaunch({ plan: known.record.plan, secrets }, { inputs, trigger, isTest, by }, catalogue)
  refuseClosedReuse(known, { secrets, by }, catalogue)
}

/**
 * Refuses other inputs for an execution that waits, if they are not the caller's to change. What a writer prepared may
 * be released unchanged; with other inputs its pinned data and reused results would apply to unapproved inputs.
 */
export function refuseClosedRelease(known: Known, asked: Repeat & LaunchValues, catalogue: Catalogue): void {
  const { secrets, by, inputs } = asked
  const { isTest, trigger } = known.state.started ?? {}
  refuseClosedLaunch({ plan: known.record.plan, secrets }, { inputs, trigger, isTest, by }, catalogue)
  refuseClosedReuse(known, { secrets, by }, catalogue)
}

function refuseClosedReuse({ record, state }: Known, { secrets, by }: Repeat, catalogue: Catalogue): void {
  if (state.started?.reused === undefined || may(by, 'write')) return
  const why = guardReason({ plan: record.plan, secrets }, catalogue)
  const { origin } = record.about
  const isOpen = origin !== undefined && origin.hasClosedResults !== true
  if (why === undefined || (why !== ASKS_PEOPLE && isOpen)) return
  throw forbidden(`The workflow ${why}: repeating results that were taken over`)
}
