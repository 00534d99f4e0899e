import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { type CutValue, isCut, loadFullValue } from './cut-value.ts'
import { valueText } from './value-text.ts'

interface ValuesProps {
  readonly client: Client
  readonly values: Readonly<Record<string, unknown>> | undefined
  /** Shown if there are no values. */
  readonly none: string
}

/** Named values, stacked. */
export function Values({ client, values = {}, none }: ValuesProps) {
  const entries = Object.entries(values)
  if (entries.length === 0) return <p className="mr-muted mr-small">{none}</p>
  return (
    <dl className="mr-data">
      {entries.map(([name, value]) => (
        <div key={name} className="mr-data__one">
          <dt>{name}</dt>
          <dd>
            <ValueView client={client} name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ValueProps {
  readonly client: Client
  readonly name: string
  readonly value: unknown
}

/** One value as text; a truncated value has a button that loads the rest. */
export function ValueView({ client, name, value }: ValueProps) {
  const t = useText()
  const [whole, setWhole] = useState<{ value: unknown; of: unknown }>()
  const { toast } = useOverlays()
  const shown = whole !== undefined && isSameCut(whole.of, value) ? whole.value : value
  const cut = isCut(shown) ? shown : undefined
  const text = cut === undefined ? valueText(shown) : `${cut.preview} …`
  const load = (from: CutValue) => {
    loadFullValue(client, from).then(
      (loaded) => setWhole({ value: loaded, of: value }),
      (error: unknown) => toast({ tone: 'error', text: asApiError(error).message }),
    )
  }
  return (
    <div className="mr-datum">
      {/* Long values scroll, and scrollable elements must be focusable by keyboard. */}
      <pre className="mr-datum__text mr-scroll" tabIndex={text.length > 400 ? 0 : undefined}>
        {text === '' ? <span className="mr-muted">{t.viewer.emptyText}</span> : text}
      </pre>
      {cut === undefined ? (
        <CopyButton text={text} name={name} className="mr-datum__copy" />
      ) : (
        <div className="mr-row mr-datum__cut">
          <span className="mr-muted mr-grow">{t.viewer.cut(cut.characters)}</span>
          <Button small onClick={() => load(cut)}>
            {t.viewer.showWhole}
          </Button>
        </div>
      )}
    </div>
  )
}

function isSameCut(a: unknown, b: unknown): boolean {
  return isCut(a) && isCut(b) && a.href === b.href && a.characters === b.characters
}
