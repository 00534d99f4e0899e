import { useText } from '../i18n/use-text.ts'
import { useOverlays } from '../ui/overlays.tsx'

/** Copies a text to the clipboard and confirms it. */
export function useCopy(): (text: string) => void {
  const t = useText()
  const { toast } = useOverlays()
  return (text) =>
    void navigator.clipboard?.writeText(text).then(
      () => toast({ text: t.viewer.copied }),
      () => undefined,
    )
}
