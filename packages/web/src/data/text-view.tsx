import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import { MarkedText } from './marked-text.tsx'
import { matchingLines, textLines } from './text-lines.ts'
import { valueText } from './value-text.ts'

interface TextViewProps {
  readonly value: unknown
  readonly label: string
  readonly query: string
  /** The number of the match to show. */
  readonly match: number
}

const LINE_HEIGHT = 18

/** A value as text. Only the visible lines are rendered; a search scrolls to its matches. */
export function TextView({ value, label, query, match }: TextViewProps) {
  const t = useText()
  const scroll = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => textLines(valueText(value)), [value])
  const found = useMemo(() => matchingLines(lines, query), [lines, query])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  })
  const shown = found.length === 0 ? undefined : found[match % found.length]
  useEffect(() => {
    if (shown !== undefined) virtual.scrollToIndex(shown, { align: 'center' })
  }, [shown, virtual])
  if (query !== '' && found.length === 0) return <p className="mr-value__none">{t.nodeData.noMatches}</p>
  return (
    // Scrollable elements must be focusable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section ref={scroll} tabIndex={0} aria-label={label} className="mr-value__scroll mr-lines mr-scroll">
      <div className="mr-value__rows" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            ref={virtual.measureElement}
            data-index={index}
            data-shown={index === shown || undefined}
            className="mr-lines__line"
            style={{ transform: `translateY(${start}px)` }}
          >
            <MarkedText text={lines[index] ?? ''} query={query} />
            {'\n'}
          </div>
        ))}
      </div>
    </section>
  )
}
