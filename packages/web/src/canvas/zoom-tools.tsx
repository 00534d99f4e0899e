import { useStore as useFlowStore } from '@xyflow/react'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import type { CanvasApi } from './canvas-api.ts'

const STEP = 1.25

export function ZoomTools({ api }: { api: CanvasApi }) {
  const t = useText()
  const percent = useFlowStore((state) => Math.round(state.transform[2] * 100))
  return (
    <div className="mr-canvas__tools">
      <IconButton icon="mdi:minus" small label={t.editor.canvas.zoomOut} onClick={() => api.zoomBy(1 / STEP)} />
      <button type="button" className="mr-canvas__zoom" data-tip="100 %" onClick={() => api.zoomTo(1)}>
        {percent} %
      </button>
      <IconButton icon="mdi:plus" small label={t.editor.canvas.zoomIn} onClick={() => api.zoomBy(STEP)} />
      <IconButton icon="mdi:fit-to-screen-outline" small label={t.editor.canvas.fit} keys="1" onClick={api.fit} />
    </div>
  )
}
