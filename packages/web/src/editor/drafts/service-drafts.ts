/** The draft of the caller on the service: one per person and workflow. */
import type { PutWorkflowDraftBody } from '@millrace/client'
import type { Workflow } from '@millrace/model'
import type { Client } from '../../api/client.ts'
import { LEAN } from '../../api/lean.ts'
import { bodyOf, documentOf } from '../editor-document.ts'
import type { Draft } from './draft.ts'

export interface ServiceDrafts {
  readonly load: (workflowId: string) => Promise<Draft | undefined>
  /** Returns the new revision. Rejects with the code `STALE_DRAFT` if the stored draft is not the one of `revision`. */
  readonly store: (workflowId: string, draft: Draft) => Promise<number>
  /** Deletes the draft if it still has this revision. */
  readonly remove: (workflowId: string, revision: number) => Promise<void>
}

/** The draft of a workflow that was never saved with a revision is based on its first one. */
const FIRST_REVISION = 1

export function serviceDrafts(client: Client, untitled: () => string): ServiceDrafts {
  return {
    async load(id) {
      const found = await client.getWorkflowDraft({ id, ...LEAN, missing: 'null' })
      if (found === null) return undefined
      const { workflow, base_revision: baseRevision, revision, updated_at: at } = found
      // The metadata lack what the service adds to saved workflows.
      return { document: documentOf(workflow as Partial<Workflow>), at, baseRevision, revision }
    },
    async store(id, { document, baseRevision = FIRST_REVISION, revision }) {
      const workflow = bodyOf(document, untitled())
      const body = { workflow, base_revision: baseRevision, ...(revision === undefined ? {} : { revision }) }
      return (await client.putWorkflowDraft({ id, body: body as PutWorkflowDraftBody })).revision
    },
    async remove(id, revision) {
      await client.deleteWorkflowDraft({ id, revision })
    },
  }
}
