/** Encoded replies for reads of workflows: each revision is encoded once. */
import { EncodedCache } from '../http/encoded-cache.ts'
import { type Encoded, encodedEnvelope, jsonText } from '../http/reply.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import { type Printing, printWorkflow } from './print-workflow.ts'
import { documentOf, type Workflows } from './workflows.ts'

const MAX_BYTES = 32 * 1024 * 1024

export interface EncodedWorkflow {
  readonly revision: number
  readonly encoded: Encoded
}

export class EncodedWorkflows {
  readonly #workflows: Pick<Workflows, 'current' | 'get'>
  readonly #catalogue: ServedCatalogue
  readonly #encoded = new EncodedCache(MAX_BYTES)

  constructor(workflows: Pick<Workflows, 'current' | 'get'>, catalogue: ServedCatalogue) {
    this.#workflows = workflows
    this.#catalogue = catalogue
  }

  /** The newest version in an envelope with this message. */
  async read(idOrName: string, printing: Printing, message: string): Promise<EncodedWorkflow> {
    const current = await this.#workflows.current(idOrName)
    const form = printing.isCopied ? printing.origin : 'referenced'
    const kept = this.#encoded.get(`${current.id}:${current.revision}:${form}`)
    if (kept !== undefined) return { revision: current.revision, encoded: kept }
    const { id, revision, document } = await this.#workflows.get(idOrName)
    const text = printing.isCopied
      ? await printWorkflow(await documentOf({ document }), this.#catalogue, printing)
      : jsonText(document)
    const encoded = this.#encoded.add(`${id}:${revision}:${form}`, await encodedEnvelope(text, message))
    return { revision, encoded }
  }
}
