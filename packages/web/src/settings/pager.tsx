import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'

interface PagerProps {
  readonly label: string
  /** Starts at 0. */
  readonly page: number
  readonly size: number
  readonly total: number
  readonly texts?: { readonly previous: string; readonly next: string }
  readonly onChange: (page: number) => void
}

/** Buttons for the previous and the next page; nothing if all rows fit on one. */
export function Pager({ label, page, size, total, texts, onChange }: PagerProps) {
  const t = useText()
  const { previous, next } = texts ?? t.credentials.pager
  const isLast = (page + 1) * size >= total
  if (page === 0 && isLast) return null
  return (
    <nav className="mr-executions__pager" aria-label={label}>
      <Button small icon="mdi:chevron-left" disabled={page === 0} onClick={() => onChange(page - 1)}>
        {previous}
      </Button>
      <Button small icon="mdi:chevron-right" disabled={isLast} onClick={() => onChange(page + 1)}>
        {next}
      </Button>
    </nav>
  )
}
