/** Stored versions of workflows, prepared to run. */
import type { ExecutionRecord } from '@millrace/engine'
import {
  type ExecutionOrigin,
  fits,
  KanbanConfig,
  type KeptValues,
  keptValuesIn,
  parseInSlices,
  type Secrets,
  type Workflow,
} from '@millrace/model'
import type { Store } from '@millrace/store'
import { KeptReads } from '../platform/kept-reads.ts'
import { SharedReads } from '../platform/shared-reads.ts'
import type { Plans } from '../workflows/plans.ts'
import type { Sealer } from '../workflows/sealer.ts'
import type { RunnableVersion, WantedVersion } from '../workflows/stored-workflows.ts'
import type { Workflows } from '../workflows/workflows.ts'

export interface Prepared {
  readonly plan: ExecutionRecord['plan']
  readonly secrets: Secrets
  /** Empty for a workflow that is not stored. */
  readonly workflowId: string
  /** The project of a stored workflow. */
  readonly project?: string | undefined
  readonly source: ExecutionOrigin['source']
  readonly kanban: KanbanConfig | undefined
  /** Which values its executions keep; undefined for all. */
  readonly keepValues?: KeptValues | undefined
  /** The name of the workflow, if it has one. */
  readonly name?: string | undefined
  /** The stored revision; absent for a document that was sent to run. */
  readonly revision?: number | undefined
}

export interface StoredVersionsNeeds {
  readonly workflows: Pick<Workflows, 'runnable'>
  readonly sealer: Sealer
  readonly plans: Plans
  readonly writes: Pick<Store, 'writeStamp'>
}

/** A stored version without its document and plan, which may be large, and with its secrets sealed. */
interface KeptVersion extends Omit<RunnableVersion, 'document'> {
  readonly kanban: KanbanConfig | undefined
  readonly keepValues: KeptValues | undefined
}

export function createStoredVersions({ workflows, sealer, plans, writes }: StoredVersionsNeeds) {
  const known = new KeptReads<KeptVersion>(writes)
  const shared = new SharedReads<KeptVersion & Pick<Prepared, 'plan'>>()

  /** Reads and compiles a version. */
  async function load(idOrName: string, version: WantedVersion): Promise<KeptVersion & Pick<Prepared, 'plan'>> {
    const { document, versionId, workflowId, secrets, name, revision, project } = await workflows.runnable(
      idOrName,
      version,
    )
    const plan = await plans.ofVersion(versionId, document)
    const isSet = document.includes('"kanban"') || document.includes('"keep_values"')
    const config = isSet ? ((await parseInSlices(document)) as Workflow).config : undefined
    const settings = { kanban: kanbanIn(config?.kanban), keepValues: keptValuesIn(config) }
    return { plan, versionId, workflowId, secrets, name, revision, project, ...settings }
  }

  const preparedOf = (version: KeptVersion, plan: Prepared['plan']): Prepared => ({
    plan,
    secrets: sealer.open(version, version.workflowId),
    workflowId: version.workflowId,
    project: version.project,
    kanban: version.kanban,
    keepValues: version.keepValues,
    source: 'stored',
    name: version.name,
    revision: version.revision,
  })

  /** Reads nothing if neither the workflow nor anything else was written since the last start. */
  return (idOrName: string, version: WantedVersion): Prepared | Promise<Prepared> => {
    const key = `${version} ${idOrName}`
    const kept = known.get(key)
    const plan = kept && plans.cached(kept.versionId)
    return kept !== undefined && plan !== undefined ? preparedOf(kept, plan) : read(key, idOrName, version)
  }

  async function read(key: string, idOrName: string, version: WantedVersion): Promise<Prepared> {
    const before = writes.writeStamp()
    const reading = before === undefined ? shared.read(key, () => load(idOrName, version)) : load(idOrName, version)
    const { plan, ...kept } = await reading
    known.keep(key, kept, before)
    return preparedOf(kept, plan)
  }
}

/** The Kanban settings of the viewer; a malformed value is ignored. */
export function kanbanIn(setting: unknown): KanbanConfig | undefined {
  return fits(KanbanConfig, setting) ? setting : undefined
}
