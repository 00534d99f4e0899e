import { useOverlays } from './overlays.tsx'
import type { DialogProps } from './popup-props.ts'
import { usePopups } from './use-popups.ts'

/** A modal dialog, open while it is rendered. */
export function Dialog(props: DialogProps) {
  const popups = usePopups(useOverlays().toast)
  return popups && <popups.DialogWindow {...props} />
}
