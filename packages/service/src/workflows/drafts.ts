/**
 * Drafts: unsaved work, one per person and workflow. A draft is not a version and never runs by itself. Secrets that
 * were entered in it are sealed with it; saving or test-running the document inserts them.
 */

import {
  type DraftHead,
  type DraftSave,
  graphProblemsInSlices,
  isUuid,
  joinDraftSecrets,
  mapInSlices,
  Problem,
  printInSlices,
  type Secrets,
  splitDraftSecrets,
  storedNode,
  type WorkflowNode,
} from '@millrace/model'
import { type DraftStore, hashedKey, type StoredDraft } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import { iso } from '../platform/iso.ts'
import type { Clock, ServedCatalogue } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import { refuseProblems } from './sealer.ts'
import type { StoredWorkflows } from './stored-workflows.ts'

/** The maximum number of drafts of one person. */
const MAX_PER_PERSON = 500

export interface DraftsNeeds {
  readonly store: DraftStore
  readonly workflows: Pick<StoredWorkflows, 'current'>
  readonly catalogue: ServedCatalogue
  readonly vault: Vault
  readonly clock: Clock
  readonly maxNodes: number
  readonly maxPerPerson?: number
}

export interface Drafts {
  /** The draft of the caller, if there is one. */
  find(idOrName: string, by: Caller): Promise<StoredDraft | undefined>
  put(idOrName: string, body: DraftSave, by: Caller): Promise<DraftHead>
  /** Deletes the draft of the caller, if there is one. */
  remove(idOrName: string, by: Caller, revision: number | undefined): Promise<void>
}

export function createDrafts(needs: DraftsNeeds): Drafts {
  const { store, workflows, catalogue, vault, clock, maxNodes, maxPerPerson = MAX_PER_PERSON } = needs

  return {
    async find(idOrName, by) {
      const { id } = await workflows.current(idOrName)
      return store.get(id, by.id)
    },

    async put(idOrName, { workflow, base_revision, revision: seen }, by) {
      const { id } = await workflows.current(idOrName)
      const { nodes: given = [], edges = [] } = workflow
      refuseProblems(await graphProblemsInSlices({ nodes: given, edges }, maxNodes))
      const kept = await secretsOfDraft({ store, vault }, id, by)
      // No prototype: a node id may be any string, even `__proto__`.
      const secrets: Record<string, Secrets[string]> = Object.create(null)
      const nodes = await mapInSlices(given, (node) => {
        const split = splitDraftSecrets(node, catalogue, kept)
        if (Object.keys(split.secrets).length > 0) secrets[node.id] = split.secrets
        return storedNode(split.node, catalogue)
      })
      const all = withRemembered(secrets, kept)
      const hasSecrets = Object.keys(all).length > 0
      const updatedAt = clock.now()
      const answer = await store.put(
        {
          workflowId: id,
          owner: by.id,
          baseRevision: base_revision,
          updatedAt,
          document: await printInSlices({ ...workflow, nodes, edges }),
          secrets: hasSecrets ? vault.seal(JSON.stringify(all), contextOf(id, hashedKey(by.id))) : null,
        },
        { seen, maxPerOwner: maxPerPerson },
      )
      if (answer.status === 'saved')
        return headOf({ baseRevision: base_revision, revision: answer.revision, updatedAt })
      if (answer.status === 'stale') throw stale(answer.revision)
      if (answer.status === 'full') throw new Problem('TOO_MANY_DRAFTS')
      throw new Problem('NOT_FOUND', { message: `There is no workflow "${idOrName}".` })
    },

    async remove(idOrName, by, revision) {
      const { id } = await workflows.current(idOrName)
      if ((await store.remove(id, by.id, revision)) === 'stale') throw stale()
    },
  }
}

/** The maximum number of nodes whose secrets a draft keeps after they were deleted. */
const MAX_REMEMBERED = 200

/** The secrets of a draft, and those of deleted nodes and settings: undo restores only their placeholders. */
function withRemembered(secrets: Secrets, kept: Secrets): Secrets {
  const all: Record<string, Secrets[string]> = Object.create(null)
  const deleted = Object.keys(kept).filter((node) => secrets[node] === undefined)
  for (const node of deleted.slice(-MAX_REMEMBERED)) all[node] = kept[node] ?? {}
  for (const [node, values] of Object.entries(secrets)) all[node] = { ...kept[node], ...values }
  return all
}

export function headOf(draft: Pick<StoredDraft, 'baseRevision' | 'revision' | 'updatedAt'>): DraftHead {
  const { baseRevision, revision, updatedAt } = draft
  return { base_revision: baseRevision, revision, updated_at: iso(updatedAt) }
}

/** Inserts secrets that the caller has entered in a draft into the nodes of a save or a test run. */
export type InsertDraftSecrets = (
  nodes: readonly WorkflowNode[],
  workflowId: string,
  by: Caller,
) => Promise<{
  readonly nodes: readonly WorkflowNode[]
  /** The secrets of nodes that the draft no longer has. */
  readonly deleted: Secrets
}>

export function draftSecrets(needs: Pick<DraftsNeeds, 'store' | 'vault' | 'catalogue'>): InsertDraftSecrets {
  return async (nodes, workflowId, by) => {
    const secrets = await secretsOfDraft(needs, workflowId, by)
    if (Object.keys(secrets).length === 0) return { nodes, deleted: {} }
    const present = new Set(nodes.map(({ id }) => id))
    const deleted = Object.fromEntries(Object.entries(secrets).filter(([node]) => !present.has(node)))
    return { nodes: await mapInSlices(nodes, (node) => joinDraftSecrets(node, needs.catalogue, secrets)), deleted }
  }
}

/** Empty if there are none, or if they were sealed with another key: the author can enter them again. */
async function secretsOfDraft(
  { store, vault }: Pick<DraftsNeeds, 'store' | 'vault'>,
  workflowId: string,
  by: Caller,
): Promise<Secrets> {
  const sealed = isUuid(workflowId) ? await store.secrets(workflowId, by.id) : undefined
  if (sealed === undefined) return {}
  // Earlier releases used the id of the person as it is.
  for (const owner of [hashedKey(by.id), by.id]) {
    try {
      return JSON.parse(vault.open(sealed, contextOf(workflowId, owner))) as Secrets
    } catch {}
  }
  return {}
}

/** Binds sealed secrets to the workflow and the person, whom the database knows by a hash only. */
function contextOf(workflowId: string, owner: string): string {
  return `draft ${workflowId} ${owner}`
}

function stale(current?: number): Problem {
  const now = current === undefined ? '' : ` It is at revision ${current} now.`
  return new Problem('STALE_DRAFT', { message: `The draft was changed or deleted in another window.${now}` })
}
