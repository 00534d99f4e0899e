/**
 * The workflow service of the routes: read, save, version, restore. The rules of documents are in `model`; this connects
 * them with the store. A save that loses a race is retried on the new state unless the caller expects a revision.
 */

import {
  changedDocument,
  DEFAULT_PROJECT,
  freeMachineName,
  isUuid,
  machineNameOf,
  type NewWorkflow,
  newDocument,
  Problem,
  restoredDocument,
  type Workflow,
  type WorkflowChange,
  withSwitchesOf,
} from '@millrace/model'
import type { WorkflowState, WorkflowStore, WorkflowVersion } from '@millrace/store'
import { type BodyParts, partsOf } from '../http/body-parts.ts'
import type { Caller } from '../platform/caller.ts'
import { iso } from '../platform/iso.ts'
import type { Clock, Ids } from '../platform/ports.ts'
import { documentOf } from './document-of.ts'
import type { InsertDraftSecrets } from './drafts.ts'
import type { EarlierSecrets } from './earlier-secrets.ts'
import type { Publishing } from './publishing.ts'
import { RecentDocuments } from './recent-documents.ts'
import { type Replying, type ReplyNeeds, replyTo, type Saved } from './saved-reply.ts'
import type { SealBase, Sealer } from './sealer.ts'
import { missing, readsOf, type StoredWorkflows } from './stored-workflows.ts'
import { inert } from './trigger-rows.ts'

export interface WorkflowsNeeds extends ReplyNeeds {
  readonly store: WorkflowStore
  readonly sealer: Sealer
  readonly clock: Clock
  readonly ids: Ids
  readonly maxVersions: number
  readonly insertDraftSecrets: InsertDraftSecrets
  readonly earlierSecrets: EarlierSecrets
  readonly publishing: Pick<Publishing, 'rowsOf'>
}

export interface CreateOptions extends Replying {
  /** True for an import: its triggers stay inactive until a person saves the workflow. */
  readonly isImport?: boolean
  /** The workflow whose stored secrets stand behind the placeholders of the nodes; it must be in the same project. */
  readonly secretsFrom?: string | undefined
  /** Default: the default project. */
  readonly project?: string
}

/** The author of a save, and the revision they expect, if any. */
export interface SaveOptions extends Replying {
  readonly by: Caller
  readonly expected: number | undefined
}

export interface Workflows extends StoredWorkflows {
  create(body: NewWorkflow, by: Caller, options?: CreateOptions): Promise<Saved>
  /** Updates the fields in the body. */
  update(idOrName: string, body: WorkflowChange, options: SaveOptions): Promise<Saved>
  /** The nodes and edges of the last body that changed a workflow, if it was saved recently. */
  knownParts(id: string): BodyParts | undefined
  /** Cancels the executions of the workflow and deletes it with everything that belongs to it. */
  remove(idOrName: string, expected: number | undefined): Promise<void>
  /** Saves an old version as the newest one, secrets included. */
  restore(idOrName: string, which: number | string, options: SaveOptions): Promise<Saved>
}

/** The stored version that a save changes, without its document. */
type EditedVersion = WorkflowState & Pick<WorkflowVersion, 'secrets'>

const TRIES = 5

interface SecretsFrom {
  readonly stored: EditedVersion
  readonly current: Workflow
  readonly by: Caller
}

interface ChangeWithSecrets {
  readonly change: Record<string, unknown>
  readonly base: SealBase
}

interface Edited {
  readonly document: Workflow
  readonly base: SealBase
}

type Edit = (current: Workflow, stored: EditedVersion) => Edited | Promise<Edited>

export function createWorkflows(needs: WorkflowsNeeds): Workflows {
  const { store, sealer, ids, maxVersions, events, insertDraftSecrets, publishing } = needs
  const facts = factsFrom(needs)
  const reads = readsOf(store)
  const { get, version } = reads
  const recent = new RecentDocuments()

  /** Nodes that were moved from another workflow keep their secrets, those of the caller's draft included. */
  async function withSecretsOf(idOrName: string, body: NewWorkflow, { by, project }: { by: Caller; project: string }) {
    const source = await get(idOrName)
    if (source.project !== project) throw missing(idOrName)
    const { nodes } = await insertDraftSecrets(body.nodes ?? [], source.id, by)
    return { body: { ...body, nodes: [...nodes] }, secrets: sealer.openOrNone(source, source.id) }
  }

  const prepare = replyTo(needs)

  /** The newest version and its document, which is read only if it was not saved recently. */
  async function newest(idOrName: string): Promise<{ stored: EditedVersion; current: Workflow }> {
    const state = await reads.current(idOrName)
    const kept = recent.get(state)
    if (kept !== undefined) return { stored: { ...state, secrets: kept.secrets }, current: kept.document }
    const stored = await get(idOrName)
    return { stored, current: await documentOf(stored) }
  }

  async function save(idOrName: string, { by, expected, ...replying }: SaveOptions, edit: Edit): Promise<Saved> {
    for (let tries = 0; tries < TRIES; tries++) {
      const { stored, current } = await newest(idOrName)
      if (expected !== undefined && expected !== stored.revision) throw stale(stored.revision)
      const { document, base } = await edit(current, stored)
      const next = await sealer.seal(document, { ...base, project: stored.project }, by.name)
      const rows = await publishing.rowsOf(next, { stored, current })
      const committing = store.update(rows, stored.revision, maxVersions)
      const reply = prepare({ ...next, summary: rows.summary }, replying)
      if (await committing) {
        if (base.parts !== undefined) sealer.eraseSecrets(base.parts)
        recent.add(next.summary, { document: next.sealed, secrets: next.version.secrets, parts: base.parts })
        return reply()
      }
    }
    throw stale()
  }

  return {
    ...reads,

    async create(given, by, { isImport = false, secretsFrom, project = DEFAULT_PROJECT, ...replying } = {}) {
      const { body, secrets } =
        secretsFrom === undefined
          ? { body: given, secrets: {} }
          : await withSecretsOf(secretsFrom, given, { by, project })
      const wanted = wantedId(body)
      const base = machineNameOf(body.name)
      for (let tries = 0; tries < TRIES; tries++) {
        if (wanted !== undefined && (await store.get(wanted)) !== undefined) throw taken(wanted)
        const machineName = freeMachineName(base, await store.machineNamesLike(base))
        const document = newDocument(body, { ...facts(by), id: wanted ?? ids.uuid(), machineName })
        const sealed = await sealer.seal(document, { secrets, project }, by.name)
        const next = isImport ? { ...sealed, triggers: inert(sealed.triggers) } : sealed
        const committing = store.create(await publishing.rowsOf(next))
        const reply = prepare(next, replying)
        if (await committing) return reply()
      }
      throw taken(base)
    },

    update: (idOrName, body, options) =>
      save(idOrName, options, async (current, stored) => {
        const { change, base } = await withSecrets(body, { stored, current, by: options.by }, needs)
        return { document: changedDocument(current, change, facts(options.by)), base }
      }),

    knownParts: (id) => recent.partsOf(id),

    async restore(idOrName, which, options) {
      const old = await version(idOrName, which)
      const earlier = await documentOf(old)
      return save(idOrName, options, (current) => ({
        document: restoredDocument(current, withCurrentSwitches(earlier, current), facts(options.by)),
        base: { secrets: sealer.openOrNone(old, old.workflowId) },
      }))
    },

    async remove(idOrName, expected) {
      const { id, revision } = await get(idOrName)
      if (expected !== undefined && expected !== revision) throw stale(revision)
      // Stop all work for the workflow before it is deleted.
      await events.deleting(id)
      if (!(await store.remove(id))) throw missing(idOrName)
      await events.deleted()
    },
  }
}

function factsFrom({ ids, clock }: Pick<WorkflowsNeeds, 'ids' | 'clock'>) {
  return (by: Caller) => ({
    versionId: ids.uuid(),
    now: iso(clock.now()),
    savedBy: by.name,
  })
}

type SecretsNeeds = Pick<WorkflowsNeeds, 'sealer' | 'insertDraftSecrets' | 'earlierSecrets'>

/** The change with the secrets of the caller's draft, and the secrets behind its placeholders. */
async function withSecrets(
  body: WorkflowChange,
  { stored, current, by }: SecretsFrom,
  { sealer, insertDraftSecrets, earlierSecrets }: SecretsNeeds,
): Promise<ChangeWithSecrets> {
  // Secrets that cannot be opened are lost; the author can still enter them again.
  const secrets = sealer.openOrNone(stored, stored.id)
  if (body.nodes === undefined) return { change: body, base: { secrets, nodes: current.nodes } }
  const { nodes, deleted } = await insertDraftSecrets(body.nodes, stored.id, by)
  const kept = { id: stored.id, revision: stored.revision, secrets, nodes: () => current.nodes }
  const parts = body.edges && partsOf(body)?.parts
  const base = { secrets: await earlierSecrets(nodes, kept), nodes: current.nodes, deleted, parts }
  return { change: { ...body, nodes }, base }
}

/** Restoring changes the content; whether the workflow is active and how it is published stays. */
function withCurrentSwitches(earlier: Workflow, current: Workflow): Workflow {
  const { config: _, ...rest } = earlier
  const config = withSwitchesOf(current.config, earlier.config)
  return { ...rest, ...(config && { config }) }
}

/** A client may choose the UUID. Any other id is ignored: old samples have slugs there. */
function wantedId(body: NewWorkflow & { readonly id?: unknown }): string | undefined {
  return typeof body.id === 'string' && isUuid(body.id) ? body.id.toLowerCase() : undefined
}

function taken(id: string): Problem {
  return new Problem('ALREADY_EXISTS', { message: `There already is a workflow "${id}".` })
}

function stale(current?: number): Problem {
  const now = current === undefined ? '' : ` It is at revision ${current} now.`
  const message = `The workflow was changed in the meantime.${now} Load it again and repeat the change.`
  return new Problem('STALE_VERSION', { message })
}
