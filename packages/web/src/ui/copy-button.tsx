import { useText } from '../i18n/use-text.ts'
import { IconButton } from './button.tsx'
import { useOverlays } from './overlays.tsx'

interface CopyButtonProps {
  readonly text: string
  /** The name of the copied value, if the context does not make it clear. */
  readonly name?: string
  readonly className?: string
}

export function CopyButton({ text, name, className }: CopyButtonProps) {
  const t = useText()
  const { toast } = useOverlays()
  return (
    <IconButton
      icon="mdi:content-copy"
      label={name === undefined ? t.viewer.copy : `${t.viewer.copy}: ${name}`}
      small
      {...(className === undefined ? {} : { className })}
      onClick={() =>
        navigator.clipboard?.writeText(text).then(
          () => toast({ text: t.viewer.copied }),
          () => undefined,
        )
      }
    />
  )
}
