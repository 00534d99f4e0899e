import { useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from './button.tsx'
import { useOverlays } from './overlays.tsx'

/** A text that is shown once, with a button that copies it. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const text = useText().settings.tokens
  const { toast } = useOverlays()
  const [isCopied, setCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      // Unavailable on pages served over plain HTTP from another machine.
      if (navigator.clipboard === undefined) throw new Error('no clipboard')
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      field.current?.select()
      toast({ tone: 'warning', text: text.copyFailed })
    }
  }
  return (
    <>
      <div className="mr-row">
        <input
          ref={field}
          className="mr-input mr-mono"
          aria-label={label}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
        />
        <Button icon={isCopied ? 'mdi:check' : 'mdi:content-copy'} onClick={copy}>
          {isCopied ? text.copied : text.copy}
        </Button>
      </div>
      <span className="mr-visually-hidden" aria-live="polite">
        {isCopied ? text.copied : ''}
      </span>
    </>
  )
}
