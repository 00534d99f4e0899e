/**
 * Prepares a document for storage: checks that it is a graph, splits off and seals its secrets, serializes it once.
 * Clients receive the stored document, so it must never contain a secret.
 */
import {
  absentSecrets,
  credentialReferences,
  DEFAULT_PROJECT,
  graphProblemsInSlices,
  isActive,
  isManual,
  isTrigger,
  mapInSlices,
  Problem,
  type Secrets,
  splitNodeSecrets,
  storedNode,
  triggersIn,
  type Workflow,
} from '@millrace/model'
import type { TriggerSave, WorkflowSave } from '@millrace/store'
import type { BodyParts } from '../http/body-parts.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import { type DocumentText, documentText, type KnownText } from './document-text.ts'
import { hasNoSecrets, keepSealed, sealedNodeOf, textOfEdge } from './sealed-nodes.ts'
import { triggerRows } from './trigger-rows.ts'

/** The rows to store, and the document as it will be read back, with placeholders. */
export interface SealedSave extends WorkflowSave {
  readonly sealed: Workflow
  /** Its text, which is also that of the version. */
  readonly printed: DocumentText
  readonly triggers: readonly TriggerSave[]
  /** Number of hidden settings missing in the save that keep their stored values. */
  readonly keptSecrets: number
  /** Number of stored secrets that the save removes. */
  readonly removedSecrets: number
}

/** The stored state that a save changes. */
export interface SealBase {
  /** The project of the workflow; default: the default project. */
  readonly project?: string
  /** The secrets behind the placeholders. */
  readonly secrets: Secrets
  /** The stored nodes: hidden settings missing in a save keep their values from here. */
  readonly nodes?: Workflow['nodes']
  /** Secrets of nodes that were deleted before they were ever saved: kept with the version, so that undo restores them. */
  readonly deleted?: Secrets
  /** The nodes and edges of the body of the save, if it has both and is of usual size. */
  readonly parts?: BodyParts | undefined
}

export interface Sealer {
  /** The rows to store for a document. */
  seal(document: Workflow, base: SealBase, savedBy: string): Promise<SealedSave>
  /** The trigger rows of a stored document; schedules are planned from `at`. */
  triggersOf(document: Workflow, at: number): readonly TriggerSave[]
  /** The names of the credentials that a stored document refers to. */
  credentialsOf(document: Workflow): readonly string[]
  /** The secrets of a stored document; throws a Problem if they were sealed with another key. */
  open(stored: Stored, workflowId: string): Secrets
  /** The same, but returns no secrets if they cannot be opened. */
  openOrNone(stored: Stored, workflowId: string): Secrets
  /** Erases the nodes of a body that may have secrets, so that the others can be kept for the next save. */
  eraseSecrets(parts: BodyParts): void
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

  /** The nodes in their stored form, and their secrets. */
  async function withoutSecrets(given: Workflow['nodes'], base: SealBase) {
    const fill = absentSecrets({ nodes: base.nodes ?? [], secrets: base.secrets }, catalogue)
    // No prototype: a node id may be any string, even `__proto__`.
    const secrets: Record<string, Secrets[string]> = Object.create(null)
    let keptSecrets = 0
    const texts: (KnownText | undefined)[] = []
    const nodes = await mapInSlices(given, (node, at) => {
      const part = base.parts?.at('nodes', at, node)
      const known = part && sealedNodeOf(part, catalogue)
      if (known !== undefined) {
        texts[at] = known
        return known.sealed
      }
      const { node: filled, kept } = fill(node)
      keptSecrets += kept
      const split = splitNodeSecrets(filled, catalogue, base.secrets)
      if (split.secrets !== undefined) secrets[node.id] = split.secrets
      const sealed = storedNode(split.node, catalogue)
      texts[at] = part && keepSealed(part, sealed, catalogue)
      return sealed
    })
    return { nodes, secrets, keptSecrets, texts }
  }

  const triggersOf = (document: Workflow, at: number) => triggerRows(triggersIn(document, catalogue), at)

  const credentialsOf = ({ nodes }: Pick<Workflow, 'nodes'>) => [
    ...new Set(credentialReferences(nodes, catalogue).map(({ name }) => name)),
  ]

  return {
    triggersOf,
    credentialsOf,
    async seal(document, base, savedBy) {
      await checkGraph(document, maxNodes)
      const { nodes, secrets, keptSecrets, texts } = await withoutSecrets(document.nodes, base)
      const all = Object.assign(Object.create(null), base.deleted, secrets)
      const { id, machineName, name, description, revision, metadata } = document
      const savedAt = Date.parse(metadata.updatedAt)
      const createdAt = Date.parse(metadata.createdAt)
      const sealed = { ...document, nodes }
      refuseManyTriggers(nodes)
      const triggers = triggersOf(sealed, savedAt)
      const printed = await documentText(
        sealed,
        base.parts && { nodes: texts, edges: textsOfEdges(document.edges, base.parts) },
      )
      return {
        sealed,
        printed,
        summary: {
          ...{ id, machineName, name, description, tags: metadata.tags, createdAt, updatedAt: savedAt, revision },
          isManual: isManual(document.config),
          publishedRevision: null,
          isActive: isActive(document.config),
          hasTriggers: triggers.some(({ kind }) => kind !== 'tool'),
          project: base.project ?? DEFAULT_PROJECT,
        },
        version: {
          workflowId: id,
          revision,
          versionId: metadata.versionId,
          savedAt,
          savedBy,
          document: printed.text,
          secrets: Object.keys(all).length === 0 ? null : vault.seal(JSON.stringify(all), id),
        },
        triggers,
        credentials: credentialsOf(sealed),
        keptSecrets,
        removedSecrets: removedFrom(base, secrets),
      }
    },
    open(stored, workflowId) {
      const secrets = opened(stored, workflowId)
      if (secrets === undefined) throw new Problem('VALIDATION_ERROR', { message: LOST })
      return secrets
    },
    openOrNone: (stored, workflowId) => opened(stored, workflowId) ?? {},
    eraseSecrets: (parts) => parts.keepOnly('nodes', (part) => hasNoSecrets(part, catalogue)),
  }
}

function textsOfEdges(edges: Workflow['edges'], parts: BodyParts): (KnownText | undefined)[] {
  return edges.map((edge, at) => textOfEdge(parts.at('edges', at, edge)))
}

function removedFrom({ secrets, nodes }: SealBase, after: Secrets): number {
  if (Object.keys(secrets).length === 0) return 0
  const stored = nodes && new Set(nodes.map(({ id }) => id))
  return Object.entries(secrets)
    .filter(([node]) => stored?.has(node) ?? true)
    .reduce(
      (sum, [node, values]) => sum + Object.keys(values).filter((path) => after[node]?.[path] === undefined).length,
      0,
    )
}

/** Bounds the triggers: each is a row written with the save, whose path must be unique. */
const MAX_TRIGGERS = 500

function refuseManyTriggers(nodes: Workflow['nodes']): void {
  const count = nodes.filter((node) => isTrigger(node)).length
  if (count <= MAX_TRIGGERS) return
  const message = `A workflow may have at most ${MAX_TRIGGERS} webhook and schedule triggers, this one has ${count}.`
  throw new Problem('VALIDATION_ERROR', { message })
}

async function checkGraph({ nodes, edges }: Workflow, maxNodes: number): Promise<void> {
  refuseProblems(await graphProblemsInSlices({ nodes, edges }, maxNodes))
}

/** Throws the problems of a graph, if it has any. */
export function refuseProblems(problems: Awaited<ReturnType<typeof graphProblemsInSlices>>): void {
  const first = problems[0]
  if (first === undefined) return
  const details = problems.slice(0, MAX_DETAILS).map(({ code, message, path }) => ({ code, message, path }))
  throw new Problem('VALIDATION_ERROR', { message: `${first.message}.`, details })
}
