/**
 * Turns a document into what is stored: checked to be a graph, secrets split off and sealed, printed once.
 * The stored text is what clients are sent, so it must never hold a secret.
 */
import { graphProblems, Problem, type Secrets, splitSecrets, triggersIn, type Workflow } from '@millrace/model'
import type { TriggerSave, WorkflowSave } from '@millrace/store'
import type { ServedCatalogue } from '../../given.ts'
import { triggerRows } from '../../running/triggers/trigger-rows.ts'
import type { Vault } from '../../secrets.ts'

/** What to store, and the document as it will be read back: with placeholders. */
export interface SealedSave extends WorkflowSave {
  readonly sealed: Workflow
  readonly triggers: readonly TriggerSave[]
}

export interface Sealer {
  /** What to store for a document; `kept` are the secrets that placeholders in it stand for. */
  seal(document: Workflow, kept: Secrets, savedBy: string): SealedSave
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
    seal(document, kept, savedBy) {
      checkGraph(document, maxNodes)
      const { nodes, secrets } = splitSecrets(document.nodes, catalogue, kept)
      const { id, machineName, name, description, revision, metadata } = document
      const savedAt = Date.parse(metadata.updatedAt)
      const createdAt = Date.parse(metadata.createdAt)
      const sealed = { ...document, nodes }
      return {
        sealed,
        head: { id, machineName, name, description, tags: metadata.tags, createdAt, updatedAt: savedAt, revision },
        version: {
          workflowId: id,
          revision,
          versionId: metadata.versionId,
          savedAt,
          savedBy,
          document: JSON.stringify(sealed),
          secrets: Object.keys(secrets).length === 0 ? null : vault.seal(JSON.stringify(secrets), id),
        },
        triggers: triggerRows(triggersIn(sealed, catalogue), savedAt),
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

function checkGraph({ nodes, edges }: Workflow, maxNodes: number): void {
  const problems = graphProblems({ nodes, edges }, maxNodes)
  const first = problems[0]
  if (first === undefined) return
  const details = problems.slice(0, MAX_DETAILS).map(({ code, message, path }) => ({ code, message, path }))
  throw new Problem('VALIDATION_ERROR', { message: `${first.message}.`, details })
}
