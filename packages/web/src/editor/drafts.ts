/**
 * Unsaved changes, stored in the browser so that closing a tab loses nothing. Secrets are not stored there: values of
 * fields with the format `hidden` are replaced by the service's placeholder.
 */
import { type Catalogue, splitSecrets } from '@millrace/model'
import type { EditorDocument } from './editor-document.ts'

export interface Draft {
  readonly document: EditorDocument
  /** ISO time. */
  readonly at: string
  /** The revision that the changes are based on. */
  readonly revision: number | undefined
}

export interface DraftStore {
  readonly read: () => Draft | undefined
  readonly write: (draft: Draft) => void
  readonly drop: () => void
}

const PREFIX = 'millrace:draft:'

/** Storage key of the draft of a workflow. */
export function draftKey(instance: string | undefined, workflow: string | undefined): string {
  return `${PREFIX}${instance === undefined ? '' : `${instance}:`}${workflow ?? 'new'}`
}

/** A document without plain-text secrets: other scripts of the page can read the storage. */
export function withoutPlainSecrets(document: EditorDocument, catalogue: Catalogue): EditorDocument {
  return { ...document, nodes: splitSecrets(document.nodes, catalogue).nodes }
}

/** A draft in the storage of the browser. A full or blocked storage must not stop editing. */
export function draftStore(key: string, storage: Storage): DraftStore {
  return {
    read() {
      try {
        const value: unknown = JSON.parse(storage.getItem(key) ?? 'null')
        return isDraft(value) ? value : undefined
      } catch {
        return undefined
      }
    },
    write(draft) {
      try {
        storage.setItem(key, JSON.stringify(draft))
      } catch {
        // Ignored, see above.
      }
    },
    drop() {
      try {
        storage.removeItem(key)
      } catch {
        // Ignored, see above.
      }
    },
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const { document, at }: Partial<Draft> = value
  return typeof at === 'string' && Array.isArray(document?.nodes) && Array.isArray(document.edges)
}
