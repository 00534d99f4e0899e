/** Keys: what is pressed becomes an action, unless somebody is typing. Copy and paste come as the browser's own events. */
import { type RefObject, useEffect } from 'react'
import { ACTIONS, type Action, canRun } from './actions.ts'
import { copiedText, pasteText, removeSelected } from './gestures.ts'
import { pressedKeys } from './key-names.ts'
import type { EditorSession } from './session.ts'

function isTyping(target: EventTarget | null): boolean {
  // Letters typed into a select search its options.
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, [role=combobox]'))
  )
}

/** Keys that also count while typing: they mean the editor, whatever has the focus. */
const ALWAYS = new Set(['Mod+S', 'Mod+Shift+M'])

/** What a field of the document has typed is in the log: the browser's own undo knows nothing of what else has changed. */
const IN_DOCUMENT = new Set(['Mod+Z', 'Mod+Shift+Z', 'Mod+Y'])

function isOfDocument(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-document]') !== null
}

export function useEditorKeys(session: EditorSession, root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current
    if (element === null) return
    const byKeys = new Map<string, Action>()
    for (const action of Object.values<Action>(ACTIONS)) for (const keys of action.keys ?? []) byKeys.set(keys, action)
    const onKeyDown = (event: KeyboardEvent) => {
      const keys = pressedKeys(event)
      if (!isMeant(event) || event.defaultPrevented || event.altKey) return
      const isKept = ALWAYS.has(keys) || (IN_DOCUMENT.has(keys) && isOfDocument(event.target))
      if (isTyping(event.target) && !isKept) return
      if (keys === 'Escape') {
        session.select({})
        session.store.get().layout?.cancel()
      }
      const action = byKeys.get(keys)
      if (action === undefined) return
      const isButton = event.target instanceof HTMLElement && /^(BUTTON|A)$/.test(event.target.tagName)
      if (isButton && (keys === 'Enter' || keys === ' ')) return
      event.preventDefault()
      if (canRun(session, action)) action.run(session)
    }
    const hasText = () => (window.getSelection()?.toString() ?? '') !== ''
    const onCopy = (event: ClipboardEvent) => {
      if (isTyping(event.target) || hasText()) return
      const text = copiedText(session)
      if (text === undefined) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', text)
      if (event.type === 'cut' && session.store.get().isEditable) removeSelected(session)
    }
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return
      if (pasteText(session, event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
    }
    // When nothing has the focus, keys go to the body; they are ours if ours was used last, or if there is no other.
    let isOurs = document.querySelectorAll('.mr-editor').length === 1
    const note = (event: Event) => {
      // Menus, lists and dialogs above the editor belong to it.
      if (event.target instanceof Element && event.target.closest('.mr-layer') !== null) return
      isOurs = event.target instanceof Node && element.contains(event.target)
    }
    const isMeant = (event: Event) =>
      event.target instanceof Node && (element.contains(event.target) || (isOurs && event.target === document.body))
    const ifMeant = (listener: (event: ClipboardEvent) => void) => (event: ClipboardEvent) => {
      if (isMeant(event)) listener(event)
    }
    const [copy, paste] = [ifMeant(onCopy), ifMeant(onPaste)]
    document.addEventListener('keydown', onKeyDown)
    window.addEventListener('pointerdown', note, true)
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('pointerdown', note, true)
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  }, [session, root])
}
