import { useText } from '../i18n/use-text.ts'
import { useStore } from '../ui/store.ts'
import { useCanvas } from './canvas-state.ts'

interface NodeTitleProps {
  readonly node: string
  readonly title: string
  readonly className: string
}

/** The title of a card. A double click, or F2, turns it into a field. */
export function NodeTitle({ node, title, className }: NodeTitleProps) {
  const { store, onEditLabel } = useCanvas()
  const isRenaming = useStore(store, ({ renaming }) => renaming === node)
  const finish = (label: string | undefined) => {
    // Removing the field blurs it, which ends the renaming a second time.
    if (store.get().renaming !== node) return
    store.set({ renaming: undefined })
    if (label !== undefined && label !== title) onEditLabel?.(node, label)
  }
  if (isRenaming && onEditLabel !== undefined) return <TitleInput title={title} onDone={finish} />
  return (
    // Keyboard users rename with F2.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <span
      className={className}
      onDoubleClick={(event) => {
        if (onEditLabel === undefined) return
        event.stopPropagation()
        store.set({ renaming: node })
      }}
    >
      {title}
    </span>
  )
}

function TitleInput({ title, onDone }: { title: string; onDone: (label: string | undefined) => void }) {
  const t = useText()
  return (
    <input
      className="mr-node__rename nodrag nopan"
      aria-label={t.editor.actions.rename}
      // Opened in order to type.
      // biome-ignore lint/a11y/noAutofocus: see above
      autoFocus
      defaultValue={title}
      maxLength={200}
      onFocus={(event) => event.currentTarget.select()}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={(event) => onDone(event.currentTarget.value.trim() || undefined)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') onDone(undefined)
      }}
    />
  )
}
