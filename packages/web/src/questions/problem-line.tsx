import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'

/** An error message below its control. */
export function ProblemLine({ id, text }: { id?: string | undefined; text: string | undefined }) {
  const t = useText()
  if (text === undefined) return null
  return (
    <p className="mr-field__error" id={id} role="alert">
      <Icon name="mdi:alert-circle-outline" size={13} />
      {t.message(text)}
    </p>
  )
}
