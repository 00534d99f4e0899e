/**
 * Keeps unsaved changes while they are made: as a draft on the service, or in the browser while the service cannot be
 * reached. A draft of another window or browser is never overwritten; the person decides which one to keep.
 */
import type { ApiError } from '@millrace/client'
import type { Workflow } from '@millrace/model'
import { asApiError } from '../../api/api-error.ts'
import { hasSameContent, withoutPlainSecrets } from '../document-difference.ts'
import { type EditorDocument, type Origin, workflowOf } from '../editor-document.ts'
import { type EditorState, isDirty } from '../editor-state.ts'
import { replaceDocument } from '../replace-document.ts'
import { type BrowserDrafts, browserDrafts } from './browser-drafts.ts'
import { createWorkflow } from './create-workflow.ts'
import { chosenDraft, type Draft, type DraftState, type OtherDraft } from './draft.ts'
import { draftModeOf } from './draft-mode.ts'
import type { KeeperNeeds } from './keeper-needs.ts'
import { type ServiceDrafts, serviceDrafts } from './service-drafts.ts'

export interface DraftKeeper {
  /** Opens the draft of the loaded workflow, if there is one. */
  readonly open: (loaded: Partial<Workflow>) => Promise<void>
  /** Keeps changes from now on; the returned function stops and keeps what is pending. */
  readonly start: () => () => void
  /** Keeps the changes now; resolves when they are stored. */
  readonly flush: () => Promise<void>
  /** Resolves when no request about the draft is running. */
  readonly idle: () => Promise<void>
  /** Writes what the service does not have to the browser, at once: the page is being closed. */
  readonly keepInBrowser: () => void
  /** Discards another draft and keeps the document on the canvas. */
  readonly keepMine: (other: OtherDraft) => void
  /** Replaces the document by another draft, as one undo step. */
  readonly takeOther: (other: OtherDraft) => void
  /** Replaces the document by the saved one, as one undo step; returns false if that was rejected. */
  readonly discard: () => boolean
  /** Removes the drafts of this editor from the service and the browser. */
  readonly clear: () => void
}

export function createDraftKeeper(session: KeeperNeeds): DraftKeeper {
  const keeper = new Keeper(session)
  return {
    open: (loaded) => keeper.open(loaded),
    start: () => keeper.start(),
    flush: () => keeper.flush(),
    idle: () => keeper.idle(),
    keepInBrowser: () => keeper.keepInBrowser(),
    keepMine: (other) => keeper.keepMine(other),
    takeOther: (other) => keeper.takeOther(other),
    discard: () => keeper.discard(),
    clear: () => keeper.clear(),
  }
}

const KEEP_AFTER_MS = 1000
const TAKE_STEP = 'takeDraft'

type Seen = Pick<EditorState, 'saved' | 'isSaving' | 'isOnline'> & { readonly document: EditorDocument }

interface Taken {
  readonly other: OtherDraft
  /** True once the service has the draft or a later state of it. */
  readonly isStored: boolean
  /** The entry that asks about it again after undo. */
  readonly asked: OtherDraft | undefined
}

class Keeper {
  readonly #session: KeeperNeeds
  readonly #service: ServiceDrafts
  #browser: { readonly workflow: string | undefined; readonly drafts: BrowserDrafts } | undefined
  /** The revision of the service's draft that this editor has seen last. */
  #revision: number | undefined
  /** The document that this editor has opened from the service's draft or stored there. */
  #known: EditorDocument | undefined
  /** The document of the running request. */
  #sending: EditorDocument | undefined
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #seen: Seen | undefined
  #isStarted = false
  /** The document whose draft the host has removed: it is kept again only after another change. */
  #cleared: EditorDocument | undefined
  /** The draft that replaced the document; undoing that step makes it the other draft again. */
  #taken: Taken | undefined
  /** The loaded workflow, if the draft is based on an earlier revision. */
  #loaded: Origin | undefined

  constructor(session: KeeperNeeds) {
    this.#session = session
    this.#service = serviceDrafts(session.client, () => session.text().editor.bar.untitled)
  }

  get #mode() {
    return this.#state.isEditable ? draftModeOf(this.#session.options) : 'off'
  }

  get #state(): EditorState {
    return this.#session.store.get()
  }

  #set(change: Partial<DraftState>): void {
    this.#session.store.set((state) => ({ ...state, drafts: { ...state.drafts, ...change } }))
  }

  /** The drafts of this workflow in the browser. */
  #local(): BrowserDrafts {
    const workflow = this.#state.origin?.id
    if (this.#browser?.workflow !== workflow || this.#browser === undefined) {
      const before = this.#browser?.drafts
      this.#browser = { workflow, drafts: browserDrafts(this.#session.options.draftStorageKey, workflow) }
      // A new workflow got its id: its entry moves to that id.
      before?.drop()
      before?.release()
    }
    return this.#browser.drafts
  }

  async open(loaded: Partial<Workflow>): Promise<void> {
    if (this.#mode === 'off') return
    const { saved, origin, catalogue } = this.#state
    const local = this.#local()
    const [stored, left] = await Promise.all([this.#stored(origin), local.claim()])
    const choice = chosenDraft({ saved, stored, left, catalogue })
    for (const key of choice.obsolete) local.drop(key)
    if (choice.key !== undefined) local.use(choice.key)
    const opened = choice.open
    if (choice.isStoredObsolete) this.#revision = stored?.revision
    if (opened === undefined) return
    this.#revision = opened.revision
    this.#known = opened.revision === stored?.revision ? stored?.document : undefined
    const isOutdated = origin?.revision !== undefined && (opened.baseRevision ?? 0) !== origin.revision
    this.#loaded = isOutdated ? origin : undefined
    this.#session.open(workflowOf(opened.document, undefined), {
      saved,
      origin: isOutdated ? { ...origin, revision: opened.baseRevision } : origin,
      conflict: isOutdated && isWhole(loaded) ? loaded : undefined,
      drafts: {
        keptIn: choice.key === undefined ? 'service' : 'browser',
        openedFrom: opened.at,
        others: choice.others,
        isAsking: choice.others.length > 0,
      },
    })
  }

  /** Without an answer the saved document is opened; a draft that exists is found by the first write. */
  async #stored(origin: Origin | undefined): Promise<Draft | undefined> {
    if (this.#mode !== 'service' || origin === undefined) return undefined
    return this.#service.load(origin.id).catch(() => undefined)
  }

  start(): () => void {
    if (this.#mode === 'off') return () => undefined
    this.#isStarted = true
    const unsubscribe = this.#session.store.subscribe(() => this.#look())
    this.#look()
    return () => {
      unsubscribe()
      this.#isStarted = false
      this.keepInBrowser()
      const local = this.#local()
      void this.flush().finally(() => local.release())
    }
  }

  /** Called on every change of the state; most of them do not concern the draft. */
  #look(): void {
    const { phase, history, saved, isSaving, isOnline, drafts } = this.#state
    if (phase !== 'ready') return
    const { document } = history
    const before = this.#seen
    this.#seen = { document, saved, isSaving, isOnline }
    // The editor has just opened the draft of the service: there is nothing to store.
    if (before === undefined && drafts.keptIn === 'service') return
    if (before !== undefined && before.saved !== saved) this.#loaded = undefined
    const isChanged = before?.document !== document || before.saved !== saved
    const isBack = (isOnline && before?.isOnline === false) || (!isSaving && before?.isSaving === true)
    if (!isChanged && !(isBack && drafts.keptIn !== 'service')) return
    if (before?.document !== document) this.#reconsider()
    if (isChanged)
      this.#set(isDirty(this.#state) ? { keptIn: 'pending' } : { keptIn: 'nowhere', openedFrom: undefined })
    this.#plan(isChanged ? KEEP_AFTER_MS : 0)
  }

  /** Undo of a choice makes both drafts exist again: the person decides before either of them is replaced. */
  #reconsider(): void {
    const taken = this.#taken
    if (taken === undefined) return
    const { history, drafts } = this.#state
    const isUndone = history.future.at(-1)?.label === TAKE_STEP
    if (isUndone && taken.asked === undefined) {
      const { other, isStored } = taken
      const document = (isStored && this.#known) || other.draft.document
      const asked = isStored ? { draft: { ...other.draft, document, revision: this.#revision }, key: undefined } : other
      // Its entry was removed when the draft was taken: a reload must find both drafts.
      if (asked.key !== undefined) this.#local().restore(asked.key, asked.draft)
      this.#taken = { ...taken, asked }
      this.#set({ others: [...drafts.others, asked], isAsking: true })
    } else if (taken.asked !== undefined && history.past.at(-1)?.label === TAKE_STEP) {
      const others = drafts.others.filter((one) => one !== taken.asked)
      this.#taken = { ...taken, asked: undefined }
      this.#set({ others, isAsking: others.length > 0 })
    }
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#isStarted) this.#timer = setTimeout(() => void this.flush(), ms)
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#mode === 'off') return
    await this.#running
    // Another caller may have started a request after the one that was awaited; it has the newest document.
    this.#running ??= this.#keep().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  async idle(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#running
  }

  async #keep(): Promise<void> {
    const { phase, isSaving, drafts } = this.#state
    // A save changes the base of the draft: `#look` runs again when it is finished.
    if (phase !== 'ready' || isSaving) return
    if (!isDirty(this.#state)) return this.#remove()
    if (drafts.keptIn === 'service' || this.#state.history.document === this.#cleared) return
    if (this.#mode === 'browser' || drafts.others.length > 0) return this.keepInBrowser()
    const { document } = this.#state.history
    this.#sending = document
    try {
      await this.#send(document)
    } catch (error) {
      this.keepInBrowser()
      await this.#refused(asApiError(error))
    } finally {
      this.#sending = undefined
    }
  }

  async #send(document: EditorDocument): Promise<void> {
    const id = this.#state.origin?.id ?? (await createWorkflow(this.#session, document))
    if (id === undefined) return this.keepInBrowser()
    this.#revision = await this.#service.store(id, this.#draftOf(document))
    this.#known = document
    this.#dropTaken()
    if (this.#taken !== undefined) this.#taken = { ...this.#taken, isStored: true }
    // Newer changes have a timer of their own.
    if (this.#state.history.document !== document || !isDirty(this.#state)) return
    this.#local().drop()
    this.#set({ keptIn: 'service' })
  }

  /** Removes the entry of a taken draft once its content is kept elsewhere. */
  #dropTaken(): void {
    const key = this.#taken?.other.key
    if (key !== undefined && this.#taken?.asked === undefined) this.#local().drop(key)
  }

  #draftOf(document: EditorDocument): Draft {
    const at = new Date().toISOString()
    return { document, at, baseRevision: this.#state.origin?.revision, revision: this.#revision }
  }

  /** The service did not take the draft. If it has another one, the person decides. */
  async #refused({ code }: ApiError): Promise<void> {
    const { origin, catalogue, history } = this.#state
    if (code !== 'STALE_DRAFT' || origin === undefined) return
    const other = await this.#service.load(origin.id).catch(() => null)
    if (other === null) return
    const mine = [this.#known, history.document].filter((document) => document !== undefined)
    // It was removed, or is an earlier state of this document.
    const isHarmless =
      other === undefined || mine.some((document) => hasSameContent(document, other.document, catalogue))
    if (isHarmless) {
      this.#revision = other?.revision
      this.#plan(0)
    } else this.#set({ others: [{ draft: other, key: undefined }], isAsking: true })
  }

  keepInBrowser(): void {
    const { phase, drafts, history, catalogue } = this.#state
    if (this.#mode === 'off' || phase !== 'ready' || !isDirty(this.#state) || drafts.keptIn === 'service') return
    if (history.document === this.#cleared) return
    const document = withoutPlainSecrets(history.document, catalogue)
    const sending = this.#sending && withoutPlainSecrets(this.#sending, catalogue)
    const isWritten = this.#local().write({ ...this.#draftOf(document), sending })
    if (isWritten && this.#mode === 'browser') this.#dropTaken()
    this.#set({ keptIn: isWritten ? 'browser' : 'failed' })
  }

  /** The document is saved: no draft is needed. */
  async #remove(): Promise<void> {
    this.#local().drop()
    this.#dropTaken()
    this.#taken = undefined
    const [id, revision] = [this.#state.origin?.id, this.#revision]
    this.#revision = undefined
    this.#known = undefined
    if (this.#mode !== 'service' || id === undefined || revision === undefined) return
    // A draft with another revision belongs to another window, which still needs it.
    await this.#service.remove(id, revision).catch(() => undefined)
  }

  keepMine(other: OtherDraft): void {
    if (this.#taken?.asked === other) this.#taken = undefined
    if (other.key === undefined) this.#revision = other.draft.revision
    else this.#local().drop(other.key)
    this.#decided(other)
  }

  takeOther(other: OtherDraft): void {
    const { document, baseRevision, revision } = other.draft
    const { saved, origin } = this.#state
    if (!replaceDocument(this.#session, TAKE_STEP, document)) return
    this.#taken = { other, isStored: other.key === undefined, asked: undefined }
    if (origin !== undefined)
      this.#session.changeBase({ saved, origin }, { saved, origin: { ...origin, revision: baseRevision } })
    // A draft of this browser is dropped when the service has it.
    if (other.key === undefined) {
      this.#revision = revision
      this.#known = document
    }
    this.#decided(other)
  }

  #decided(other: OtherDraft): void {
    const others = this.#state.drafts.others.filter((one) => one !== other)
    this.#set({ others, isAsking: others.length > 0, keptIn: 'pending' })
    this.#plan(0)
  }

  discard(): boolean {
    const before = { saved: this.#state.saved, origin: this.#state.origin }
    if (!replaceDocument(this.#session, 'discardChanges', before.saved)) return false
    const origin = this.#loaded ?? before.origin
    this.#loaded = undefined
    this.#session.changeBase(before, { saved: this.#state.history.document, origin })
    this.#session.handlers.onDirtyStateChange?.(false)
    return true
  }

  clear(): void {
    this.#cleared = this.#state.history.document
    void this.#remove()
    this.#set({ keptIn: 'nowhere', openedFrom: undefined })
  }
}

/** True for a workflow as the service sends it; a host may pass a part of one. */
function isWhole(workflow: Partial<Workflow>): workflow is Workflow {
  return typeof workflow.revision === 'number' && workflow.metadata !== undefined && workflow.nodes !== undefined
}
