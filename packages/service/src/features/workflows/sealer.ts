/**
 * Turns a document into what is stored: checked to be a graph, secrets split off and sealed, printed once.
 * Clients are sent what is stored, so it must never hold a secret.
 */
import {
  graphProblems,
  Problem,
  printInSlices,
  type Secrets,
  splitSecrets,
  storedNode,
  triggersIn,
  type Workflow,
  withAbsentSecrets,
} from '@millrace/model'
import type { TriggerSave, WorkflowSave } from '@millrace/store'
import type { ServedCatalogue } from '../../given.ts'
import { triggerRows } from '../../running/triggers/trigger-rows.ts'
import type { Vault } from '../../secrets.ts'

/** What to store, and the document as it will be read back: with placeholders. */
export interface SealedSave extends WorkflowSave {
  readonly sealed: Workflow
  readonly triggers: readonly TriggerSave[]
  /** Hidden settings that the save left out and that keep their stored values. */
  readonly keptSecrets: number
  /** Stored secrets that the save has no more. */
  readonly removedSecrets: number
}

/** What a save starts from. */
export interface SealBase {
  /** The secrets that placeholders stand for. */
  readonly secrets: Secrets
  /** The stored nodes: hidden settings that a save leaves out keep the values that they have there. */
  readonly nodes?: Workflow['nodes']
}

export interface Sealer {
  /** What to store for a document. */
  seal(document: Workflow, base: SealBase, savedBy: string): Promise<SealedSave>
  /** The secrets beside a stored document; a Problem when they were sealed with another key. */
  open(stored: Stored, workflowId: string): Secrets
  /** The same, for whoever can do without: none where they cannot be opened. */
  openOrNone(stored: Stored, workflowId: string): Secrets
}

interface Stored {
  readonly secrets: Uint8Array | null
}

const LOST =
  'The secrets of the workflow were sealed with another key and cannot be opened: enter them again and save it.'

const MAX_DETAILS = 100

export function createSealer(catalogue: ServedCatalogue, vault: Vault, maxNodes: number): Sealer {
  function opened({ secrets }: Stored, workflowId: string): Secrets | undefined {
    if (secrets === null) return {}
    try {
      return JSON.parse(vault.open(secrets, workflowId)) as Secrets
    } catch {
      return undefined
    }
  }

  return {
    async seal(document, base, savedBy) {
      checkGraph(document, maxNodes)
      const stored = { nodes: base.nodes ?? [], secrets: base.secrets }
      const filled = withAbsentSecrets(document.nodes, stored, catalogue)
      const { nodes, secrets } = splitSecrets(filled.nodes, catalogue, base.secrets)
      const { id, machineName, name, description, revision, metadata } = document
      const savedAt = Date.parse(metadata.updatedAt)
      const createdAt = Date.parse(metadata.createdAt)
      const sealed = { ...document, nodes: nodes.map((node) => storedNode(node, catalogue)) }
      return {
        sealed,
        head: { id, machineName, name, description, tags: metadata.tags, createdAt, updatedAt: savedAt, revision },
        version: {
          workflowId: id,
          revision,
          versionId: metadata.versionId,
          savedAt,
          savedBy,
          document: await printInSlices(sealed),
          secrets: Object.keys(secrets).length === 0 ? null : vault.seal(JSON.stringify(secrets), id),
        },
        triggers: triggerRows(triggersIn(sealed, catalogue), savedAt),
        keptSecrets: filled.kept,
        removedSecrets: removedFrom(base.secrets, secrets),
      }
    },
    open(stored, workflowId) {
      const secrets = opened(stored, workflowId)
      if (secrets === undefined) throw new Problem('VALIDATION_ERROR', { message: LOST })
      return secrets
    },
    openOrNone: (stored, workflowId) => opened(stored, workflowId) ?? {},
  }
}

function removedFrom(before: Secrets, after: Secrets): number {
  return Object.entries(before).reduce(
    (sum, [node, values]) => sum + Object.keys(values).filter((path) => after[node]?.[path] === undefined).length,
    0,
  )
}

function checkGraph({ nodes, edges }: Workflow, maxNodes: number): void {
  const problems = graphProblems({ nodes, edges }, maxNodes)
  const first = problems[0]
  if (first === undefined) return
  const details = problems.slice(0, MAX_DETAILS).map(({ code, message, path }) => ({ code, message, path }))
  throw new Problem('VALIDATION_ERROR', { message: `${first.message}.`, details })
}
