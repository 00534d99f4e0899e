/** Unsaved changes of a person: what is kept, where, and which of several drafts the editor opens. */
import type { Catalogue } from '@millrace/model'
import { hasSameContent } from '../document-difference.ts'
import type { EditorDocument } from '../editor-document.ts'

export interface Draft {
  readonly document: EditorDocument
  /** ISO time of the last change. */
  readonly at: string
  /** The revision of the workflow that the changes are based on. */
  readonly baseRevision: number | undefined
  /** The revision of the service's draft that this draft continues; undefined if it continues none. */
  readonly revision: number | undefined
}

/** A draft in the storage of this browser. */
export interface BrowserDraft extends Draft {
  /** Storage key. */
  readonly key: string
  /** A document that was being sent to the service when the draft was stored: it may have arrived. */
  readonly sending?: EditorDocument | undefined
}

/** A draft that is neither on the canvas nor discarded: the person decides. */
export interface OtherDraft {
  readonly draft: Draft
  /** Storage key of a draft in this browser; undefined for the draft of the service. */
  readonly key: string | undefined
}

export interface DraftState {
  /** Where the unsaved changes are kept. `pending`: not yet, `failed`: neither on the service nor in the browser. */
  readonly keptIn: 'nowhere' | 'pending' | 'service' | 'browser' | 'failed'
  /** Time of the draft that the editor opened; undefined once it is saved, discarded or the notice is closed. */
  readonly openedFrom: string | undefined
  /** Drafts to decide about. Nothing is sent to the service until this list is empty. */
  readonly others: readonly OtherDraft[]
  /** True while the dialog about the other drafts is open. */
  readonly isAsking: boolean
}

export const NO_DRAFT: DraftState = { keptIn: 'nowhere', openedFrom: undefined, others: [], isAsking: false }

/** Where drafts are kept. `service` falls back to the browser while the service cannot be reached. */
export type DraftMode = 'service' | 'browser' | 'off'

interface Found {
  readonly saved: EditorDocument
  /** The draft of the service. */
  readonly stored: Draft | undefined
  /** Drafts that closed windows left in this browser, newest first. */
  readonly left: readonly BrowserDraft[]
  readonly catalogue: Catalogue
}

export interface Choice {
  /** The draft to open instead of the saved document. */
  readonly open: Draft | undefined
  /** Its storage key, if it comes from this browser. */
  readonly key: string | undefined
  readonly others: readonly OtherDraft[]
  /** Storage keys of drafts without changes of their own. */
  readonly obsolete: readonly string[]
  /** True if the service's draft has no changes. */
  readonly isStoredObsolete: boolean
}

/** Selects the draft to open. A draft of this browser is preferred, because it exists nowhere else. */
export function chosenDraft({ saved, stored, left, catalogue }: Found): Choice {
  const isSame = (a: EditorDocument, b: EditorDocument) => hasSameContent(a, b, catalogue)
  const isStoredObsolete = stored !== undefined && isSame(stored.document, saved)
  const known = [saved, ...(stored === undefined ? [] : [stored.document])]
  const own: BrowserDraft[] = []
  const obsolete: string[] = []
  for (const draft of left) {
    if (known.some((document) => isSame(document, draft.document))) obsolete.push(draft.key)
    else own.push(draft)
    known.push(draft.document)
  }
  const [newest, ...older] = own
  const olderOnes = older.map((draft) => ({ draft, key: draft.key }))
  const rest = { obsolete, isStoredObsolete }
  if (newest === undefined) {
    return { ...rest, open: isStoredObsolete ? undefined : stored, key: undefined, others: [] }
  }
  if (stored === undefined)
    return { ...rest, open: { ...newest, revision: undefined }, key: newest.key, others: olderOnes }
  const isContinued =
    isStoredObsolete ||
    newest.revision === stored.revision ||
    (newest.sending !== undefined && isSame(newest.sending, stored.document))
  if (isContinued) {
    return { ...rest, open: { ...newest, revision: stored.revision }, key: newest.key, others: olderOnes }
  }
  return { ...rest, open: newest, key: newest.key, others: [{ draft: stored, key: undefined }, ...olderOnes] }
}
