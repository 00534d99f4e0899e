/** The port of drafts: unsaved work of one person on one workflow. A draft is not a version and has its own revisions. */

export interface DraftSave {
  readonly workflowId: string
  /** The id of the person. */
  readonly owner: string
  /** The revision of the workflow that the draft changes. */
  readonly baseRevision: number
  readonly updatedAt: number
  readonly document: string
  /** A sealed blob with the secrets that were entered in the draft. */
  readonly secrets: Uint8Array | null
}

export interface StoredDraft extends DraftSave {
  /** Grows with every write and is never reused, not even after the draft was deleted. */
  readonly revision: number
}

export type DraftResult =
  | { readonly status: 'saved'; readonly revision: number }
  /** Another write came first; `revision` is undefined if there is no draft now. */
  | { readonly status: 'stale'; readonly revision: number | undefined }
  /** The person has too many drafts. */
  | { readonly status: 'full' }
  /** There is no such workflow. */
  | { readonly status: 'missing' }

export interface DraftStore {
  get(workflowId: string, owner: string): Promise<StoredDraft | undefined>
  /** Only the secrets of a draft; undefined if there is no draft or it has none. */
  secrets(workflowId: string, owner: string): Promise<Uint8Array | undefined>
  /** Writes a draft if its stored revision is `seen` (undefined: there is none yet); otherwise writes nothing. */
  put(
    draft: DraftSave,
    guard: { readonly seen: number | undefined; readonly maxPerOwner: number },
  ): Promise<DraftResult>
  /** Deletes a draft, only at the revision `seen` if one is given. */
  remove(workflowId: string, owner: string, seen?: number): Promise<'removed' | 'missing' | 'stale'>
}
