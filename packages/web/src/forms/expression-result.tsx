import { valueText } from '../data/value-text.ts'
import { useText } from '../i18n/use-text.ts'
import { useForm } from './form-context.tsx'
import type { Preview } from './use-expression-preview.ts'

interface ResultProps {
  readonly preview: Preview
  readonly text: string
  readonly label?: string | undefined
  /** JSON pointer of the setting. */
  readonly path: string
}

/** The value that a text has with the sample data, or the error of a run. */
export function Result({ preview, text, label, path }: ResultProps) {
  const t = useText()
  const { unparsed } = useForm()
  if (preview.state === 'none') return null
  // The field shows this error already.
  if (preview.state === 'error' && unparsed?.has(path)) return null
  return (
    <div className="mr-expr__result" data-state={preview.state} role="status">
      <span className="mr-expr__result-label">{label ?? t.expressions.result}</span>
      <span className={preview.state === 'value' ? 'mr-mono' : undefined}>
        <Shown preview={preview} text={text} />
      </span>
    </div>
  )
}

function Shown({ preview, text }: { preview: Preview; text: string }) {
  const t = useText()
  if (preview.state === 'value') {
    const { value, missing } = preview
    return (
      <>
        {shortened(valueText(value))}
        {missing.length > 0 && <span className="mr-expr__missing">{t.expressions.missing(missing.join(', '))}</span>}
      </>
    )
  }
  if (preview.state === 'error') {
    const { position } = preview
    const message = t.message(preview.message)
    if (position === undefined) return message
    const before = text.slice(0, position).split('\n')
    return `${message} (${t.expressions.place(before.length, (before.at(-1)?.length ?? 0) + 1)})`
  }
  return preview.state === 'none' ? null : t.expressions[preview.state]
}

const MAX_SHOWN = 500

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
