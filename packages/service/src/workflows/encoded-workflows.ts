/** Encoded replies for reads of workflows: each revision is encoded once. */
import { DEFAULT_PROJECT, type StoredState, stateFieldsOf } from '@millrace/model'
import type { Store, WorkflowState } from '@millrace/store'
import { EncodedCache } from '../http/encoded-cache.ts'
import { type Encoded, encodedEnvelope, jsonText, withDigest } from '../http/reply.ts'
import { KeptReads } from '../platform/kept-reads.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import { documentOf } from './document-of.ts'
import { etagOf } from './if-match.ts'
import { type Printing, printWorkflow, withState } from './print-workflow.ts'
import type { StoredWorkflows } from './stored-workflows.ts'

const MAX_BYTES = 32 * 1024 * 1024

export interface EncodedWorkflow {
  readonly etag: string
  readonly encoded: Encoded
}

export class EncodedWorkflows {
  readonly #workflows: Pick<StoredWorkflows, 'current' | 'get'>
  readonly #catalogue: ServedCatalogue
  readonly #states: KeptReads<WorkflowState>
  readonly #encoded = new EncodedCache(MAX_BYTES)

  constructor(
    workflows: Pick<StoredWorkflows, 'current' | 'get'>,
    catalogue: ServedCatalogue,
    writes: Pick<Store, 'writeStamp'>,
  ) {
    this.#workflows = workflows
    this.#catalogue = catalogue
    this.#states = new KeptReads(writes)
  }

  /** The newest version in an envelope with this message. */
  async read(idOrName: string, printing: Printing, message: string): Promise<EncodedWorkflow> {
    const current =
      this.#states.get(idOrName) ?? (await this.#states.read(idOrName, () => this.#workflows.current(idOrName)))
    const kept = this.#encoded.get(keyOf(current, printing))
    if (kept !== undefined) return { etag: etagOf(current.revision, kept.digest), encoded: kept }
    const stored = await this.#workflows.get(idOrName)
    const text = printing.isCopied
      ? await printWorkflow(await documentOf(stored), this.#catalogue, printing)
      : jsonText(stored.document)
    const envelope = await encodedEnvelope(withState(text, stored), message)
    // Publishing and moving change the state without a new revision; a release or a plugin can change the copies of node types.
    const isMoreThanRevision = printing.isCopied || stored.isManual || stored.project !== DEFAULT_PROJECT
    const encoded = isMoreThanRevision ? await withDigest(envelope) : envelope
    return {
      etag: etagOf(stored.revision, encoded.digest),
      encoded: this.#encoded.add(keyOf(stored, printing), encoded),
    }
  }
}

/** The state is part of the key: publishing and moving change it without a new revision. */
function keyOf(workflow: StoredState & { readonly id: string }, { isCopied, origin }: Printing): string {
  const { published_revision, active, has_triggers, project } = stateFieldsOf(workflow)
  const state = `${published_revision}:${active}:${has_triggers}:${project}`
  return `${workflow.id}:${workflow.revision}:${state}:${isCopied ? origin : 'referenced'}`
}
