/** Key bindings: maps key presses to actions unless the user is typing. Copy and paste use the browser events. */
import { type RefObject, useEffect } from 'react'
import { ACTIONS, type Action, canRun } from './actions.ts'
import type { EditorExtension } from './editor-extension.ts'
import { selectedNodeOf } from './editor-state.ts'
import { copiedText, cutSelected, pasteText } from './gestures.ts'
import { pressedKeys } from './key-names.ts'
import type { EditorSession } from './session.ts'

function isTyping(target: EventTarget | null): boolean {
  // Letters typed into a select search its options.
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, [role=combobox]'))
  )
}

/** Keys that are also handled while typing. */
const ALWAYS = new Set(['Mod+S', 'Mod+Shift+M', 'Mod+K', 'Mod+Enter'])

/**
 * Undo and redo in a field of the document use the editor's history: the browser's undo does not know other changes.
 */
const IN_DOCUMENT = new Set(['Mod+Z', 'Mod+Shift+Z', 'Mod+Y'])

function isOfDocument(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-document]') !== null
}

/** Moves the focus from a field of the settings to the selected node; false if the target is not such a field. */
function leaveField({ store, canvas }: EditorSession, target: EventTarget | null): boolean {
  const node = selectedNodeOf(store.get())
  const isField = target instanceof Element && target.closest('.mr-inspector') !== null && isTyping(target)
  if (!isField || node === undefined || canvas.current === null) return false
  canvas.current.focus(node.id)
  return true
}

export function useEditorKeys(
  session: EditorSession,
  root: RefObject<HTMLElement | null>,
  extensions: readonly EditorExtension[],
): void {
  useEffect(() => {
    const element = root.current
    if (element === null) return
    const byKeys = new Map<string, Action>()
    const actions = [...Object.values<Action>(ACTIONS), ...extensions.flatMap((extension) => extension.actions ?? [])]
    for (const action of actions) for (const keys of action.keys ?? []) byKeys.set(keys, action)
    const onKeyDown = (event: KeyboardEvent) => {
      const keys = pressedKeys(event)
      if (!isForThisEditor(event) || event.defaultPrevented || event.altKey) return
      const isKept = ALWAYS.has(keys) || (IN_DOCUMENT.has(keys) && isOfDocument(event.target))
      if (keys === 'Escape' && leaveField(session, event.target)) return
      if (isTyping(event.target) && !isKept) {
        // Escape leaves a field of the document, so that the keys of the canvas work again.
        const field = keys === 'Escape' && isOfDocument(event.target) ? event.target : null
        if (field instanceof HTMLElement) field.blur()
        return
      }
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
      if (event.type === 'cut' && session.store.get().isEditable) cutSelected(session)
    }
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return
      if (pasteText(session, event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
    }
    // Without a focused element, keys go to the body. They are handled if this editor was used last or is the only one.
    let isOurs = document.querySelectorAll('.mr-editor').length === 1
    const note = (event: Event) => {
      // Menus, lists and dialogs above the editor belong to it.
      if (event.target instanceof Element && event.target.closest('.mr-layer') !== null) return
      isOurs = event.target instanceof Node && element.contains(event.target)
    }
    const isForThisEditor = (event: Event) =>
      event.target instanceof Node && (element.contains(event.target) || (isOurs && event.target === document.body))
    const ifForThisEditor = (listener: (event: ClipboardEvent) => void) => (event: ClipboardEvent) => {
      if (isForThisEditor(event)) listener(event)
    }
    const [copy, paste] = [ifForThisEditor(onCopy), ifForThisEditor(onPaste)]
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
  }, [session, root, extensions])
}
