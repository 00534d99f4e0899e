/**
 * Changes that were never saved, kept in the browser so that a closed tab costs nothing. Secrets are not written there:
 * what a field of format `hidden` holds is replaced by the service's placeholder.
 */
import { type Catalogue, splitSecrets } from '@millrace/model'
import type { EditorDocument } from './editor-document.ts'

export interface Draft {
  readonly document: EditorDocument
  /** ISO time. */
  readonly at: string
  /** The revision that the changes were made to. */
  readonly revision: number | undefined
}

export interface DraftStore {
  readonly read: () => Draft | undefined
  readonly write: (draft: Draft) => void
  readonly drop: () => void
}

const PREFIX = 'millrace:draft:'

/** The key under which a workflow's draft is kept. */
export function draftKey(instance: string | undefined, workflow: string | undefined): string {
  return `${PREFIX}${instance === undefined ? '' : `${instance}:`}${workflow ?? 'new'}`
}

/** A document that may be written where other scripts of the page can read it. */
export function withoutPlainSecrets(document: EditorDocument, catalogue: Catalogue): EditorDocument {
  return { ...document, nodes: splitSecrets(document.nodes, catalogue).nodes }
}

/** A draft in the browser's storage; storage that is full or forbidden is no reason to stop editing. */
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
        // See above.
      }
    },
    drop() {
      try {
        storage.removeItem(key)
      } catch {
        // See above.
      }
    },
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  const { document, at }: Partial<Draft> = value
  return typeof at === 'string' && Array.isArray(document?.nodes) && Array.isArray(document.edges)
}
