import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { useCanvas } from './canvas-state.ts'

/** The plus in the middle of a connection. */
export function EdgeAddButton({ edge }: { readonly edge: string }) {
  const t = useText()
  const { store, onAddTo } = useCanvas()
  return (
    <button
      type="button"
      className="mr-edge__add"
      aria-label={t.editor.canvas.insert}
      data-tip={t.editor.canvas.insert}
      onMouseLeave={() => store.set({ hoverEdge: undefined })}
      onClick={(event) => {
        event.stopPropagation()
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        store.set({ hoverEdge: undefined })
        onAddTo?.(edge, { x: left, y: bottom })
      }}
    >
      <Icon name="mdi:plus" size={13} />
    </button>
  )
}
