/**
 * Publishing: decides with every save which version is live and which triggers are registered, and publishes versions
 * of workflows with `publish: "manual"`. The triggers of a workflow are always those of its live version.
 */
import { differsInSwitchesOnly, liveRevision, Problem, type Workflow } from '@millrace/model'
import type { TriggerSave, WorkflowSave, WorkflowState, WorkflowStore } from '@millrace/store'
import type { Clock } from '../platform/ports.ts'
import { documentOf } from './document-of.ts'
import type { SealedSave, Sealer } from './sealer.ts'
import type { StoredWorkflows } from './stored-workflows.ts'
import { inert } from './trigger-rows.ts'
import type { WorkflowEvents } from './workflow-events.ts'

export interface PublishingNeeds {
  readonly store: WorkflowStore
  readonly reads: Pick<StoredWorkflows, 'current' | 'version'>
  readonly sealer: Pick<Sealer, 'triggersOf' | 'credentialsOf'>
  readonly clock: Clock
  readonly events: WorkflowEvents
}

/** The state that a save changes. */
export interface SaveBase {
  readonly stored: WorkflowState
  readonly current: Workflow
}

export interface Publishing {
  /** The rows of a save: which revision is live after it, and the triggers to register. */
  rowsOf(next: SealedSave, base?: SaveBase): Promise<WorkflowSave>
  /** Publishes a version, by default the newest; it is live when the promise resolves. */
  publish(idOrName: string, revision?: number): Promise<void>
}

const TRIES = 5
const IS_LIVE = 'Every save of this workflow is live. Set config.publish to "manual" to publish versions yourself.'

export function createPublishing({ store, reads, sealer, clock, events }: PublishingNeeds): Publishing {
  const documentAt = async (id: string, revision: number) => documentOf(await reads.version(id, revision))

  /** The credentials of the live version if it is not the one that is saved: its triggers need them. */
  async function liveCredentials({ id, revision, publishedRevision }: WorkflowSave['summary']) {
    if (publishedRevision === null || publishedRevision === revision) return []
    return sealer.credentialsOf(await documentAt(id, publishedRevision))
  }

  async function manualRows(next: SealedSave, base: SaveBase | undefined): Promise<WorkflowSave> {
    const { summary, version } = next
    const before = base === undefined ? null : liveRevision(base.stored)
    const isSwitch =
      base !== undefined && before === base.stored.revision && differsInSwitchesOnly(base.current, next.sealed)
    const publishedRevision = isSwitch ? summary.revision : before
    const rows = { summary: { ...summary, publishedRevision }, version }
    const ifActive = (triggers: readonly TriggerSave[]) => (summary.isActive ? triggers : inert(triggers))
    // Registered but inert, so that a caller learns why nothing starts.
    if (publishedRevision === null) return { ...rows, triggers: inert(next.triggers) }
    if (publishedRevision === summary.revision) return { ...rows, triggers: ifActive(next.triggers) }
    const isSame = base?.stored.isManual === true && base.stored.isActive === summary.isActive
    if (isSame) return { ...rows, triggers: 'unchanged' }
    const live = await documentAt(summary.id, publishedRevision)
    return { ...rows, triggers: ifActive(sealer.triggersOf(live, version.savedAt)) }
  }

  return {
    async rowsOf(next, base) {
      const { summary, version, triggers } = next
      const credentials = next.credentials ?? []
      if (summary.isManual) {
        const rows = await manualRows(next, base)
        const live = await liveCredentials(rows.summary)
        const published = base && { publishedBefore: base.stored.publishedRevision }
        return { ...rows, ...published, credentials: [...credentials, ...live] }
      }
      return { summary, version, credentials, triggers: summary.isActive ? triggers : inert(triggers) }
    },

    async publish(idOrName, revision) {
      for (let tries = 0; tries < TRIES; tries++) {
        const now = await reads.current(idOrName)
        if (!now.isManual) throw new Problem('VALIDATION_ERROR', { message: IS_LIVE })
        const which = revision ?? now.revision
        const at = clock.now()
        const live = await documentAt(now.id, which)
        const newest = which === now.revision ? live : await documentAt(now.id, now.revision)
        const triggers = sealer.triggersOf(live, at)
        const credentials = [live, newest].flatMap((document) => sealer.credentialsOf(document))
        const publication = { id: now.id, revision: which, expected: now.revision, at, credentials }
        if (await store.publish({ ...publication, triggers: now.isActive ? triggers : inert(triggers) })) {
          events.published()
          return
        }
      }
      throw new Problem('STALE_VERSION')
    },
  }
}
