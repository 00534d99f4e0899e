/**
 * Drafts in the storage of the browser, which all windows share: each editor has an entry of its own and a Web Lock on
 * it. An entry whose lock is free was left by a closed window and can be opened by another editor.
 */
import type { EditorDocument } from '../editor-document.ts'
import type { BrowserDraft, Draft } from './draft.ts'

export interface BrowserDrafts {
  /** The drafts of closed windows, newest first. They are locked for this editor from now on. */
  readonly claim: () => Promise<readonly BrowserDraft[]>
  /** Makes a claimed entry the entry of this editor. */
  readonly use: (key: string) => void
  /** Writes the entry of this editor; returns false if the storage is full or blocked. */
  readonly write: (draft: Draft & Pick<BrowserDraft, 'sending'>) => boolean
  /** Writes a claimed entry again after it was removed. */
  readonly restore: (key: string, draft: Draft) => void
  /** Removes an entry; without a key that of this editor. */
  readonly drop: (key?: string) => void
  /** Releases the locks, so that another editor can open the entries. */
  readonly release: () => void
}

const PREFIX = 'millrace:draft:'
/** A window that reloads needs a moment to release its lock. */
const CLAIM_MS = 400

export function browserDrafts(instance: string | undefined, workflow: string | undefined): BrowserDrafts {
  const prefix = `${PREFIX}${instance === undefined ? '' : `${instance}:`}${workflow ?? 'new'}`
  const locks = new Map<string, () => void>()
  let own: string | undefined
  return {
    async claim() {
      const keys = keysOf(prefix).filter((key) => !locks.has(key))
      const found = await Promise.all(
        keys.map(async (key) => {
          const release = await locked(key, CLAIM_MS)
          if (release !== undefined) locks.set(key, release)
          return release === undefined ? undefined : draftAt(key, key === prefix)
        }),
      )
      return found.filter((draft) => draft !== undefined).sort((a, b) => b.at.localeCompare(a.at))
    },
    use(key) {
      own = key
    },
    write(draft) {
      if (own === undefined) {
        const key = `${prefix}#${crypto.randomUUID()}`
        own = key
        void locked(key, CLAIM_MS).then((release) => release !== undefined && locks.set(key, release))
      }
      const key = own
      return tried(() => localStorage.setItem(key, entryOf(draft)))
    },
    restore(key, draft) {
      tried(() => localStorage.setItem(key, entryOf(draft)))
    },
    drop(key = own) {
      if (key === undefined) return
      tried(() => localStorage.removeItem(key))
    },
    release() {
      for (const release of locks.values()) release()
      locks.clear()
      own = undefined
    },
  }
}

/** The entries of a workflow: with the id of an editor, or without it as earlier versions wrote them. */
function keysOf(prefix: string): string[] {
  const keys: string[] = []
  tried(() => {
    for (let at = 0; at < localStorage.length; at++) {
      const key = localStorage.key(at)
      if (key === prefix || key?.startsWith(`${prefix}#`)) keys.push(key)
    }
  })
  return keys
}

/** A full or blocked storage must not stop editing. */
function tried(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** Returns a function that releases the lock; undefined if another window holds it. */
async function locked(key: string, waitMs: number): Promise<(() => void) | undefined> {
  // Without locks (a page without TLS) all entries count as left behind: they are offered, never overwritten.
  if (typeof navigator === 'undefined' || navigator.locks === undefined) return () => undefined
  const held = Promise.withResolvers<void>()
  const got = Promise.withResolvers<boolean>()
  navigator.locks
    .request(key, { signal: AbortSignal.timeout(waitMs) }, () => {
      got.resolve(true)
      return held.promise
    })
    .catch(() => got.resolve(false))
  return (await got.promise) ? held.resolve : undefined
}

interface Entry {
  readonly document: EditorDocument
  readonly at: string
  readonly baseRevision?: number
  readonly revision?: number
  readonly sending?: EditorDocument
}

function entryOf({ document, at, baseRevision, revision, sending }: Draft & Pick<BrowserDraft, 'sending'>): string {
  return JSON.stringify({ document, at, baseRevision, revision, sending })
}

function draftAt(key: string, isEarlier: boolean): BrowserDraft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (!isEntry(value)) return undefined
    const { document, at, baseRevision, revision, sending } = value
    // Earlier versions had no drafts on the service; their `revision` is that of the workflow.
    if (isEarlier) return { key, document, at, baseRevision: revision, revision: undefined }
    return { key, document, at, baseRevision, revision, sending }
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false
  const { document, at }: Partial<Entry> = value
  return typeof at === 'string' && Array.isArray(document?.nodes) && Array.isArray(document.edges)
}
