import { useMemo, useState } from 'react'
import { matchingRows, sampleText, type ValueRow } from '../data/expression-values.ts'
import { useText } from '../i18n/use-text.ts'
import { Picker } from '../ui/picker.tsx'

interface ValuePickerProps {
  readonly rows: readonly ValueRow[]
  /** Position in the window. */
  readonly at: { readonly x: number; readonly y: number }
  readonly onPick: (path: string) => void
  readonly onClose: () => void
}

/** Without a search text only the upper levels are listed. */
const LISTED_DEPTH = 2
const MAX_LISTED = 300

/** The values that a setting can use, as a tree with samples. */
export function ValuePicker({ rows, at, onPick, onClose }: ValuePickerProps) {
  const t = useText()
  const [query, setQuery] = useState('')
  const found = useMemo(() => {
    const isSearch = query.trim() !== ''
    return matchingRows(rows, query)
      .filter(({ depth }) => isSearch || depth <= LISTED_DEPTH)
      .slice(0, MAX_LISTED)
  }, [rows, query])
  return (
    <Picker
      label={t.expressions.search}
      at={at}
      query={query}
      onQuery={setQuery}
      empty={t.expressions.none}
      items={found.map((row) => ({
        key: row.path,
        group: row.group,
        content: <Row row={row} isFlat={query !== ''} />,
      }))}
      onPick={onPick}
      onClose={onClose}
    />
  )
}

/** A found row shows its whole path, because the rows above it may be missing. */
function Row({ row, isFlat }: { row: ValueRow; isFlat: boolean }) {
  return (
    <span className="mr-value-row" style={{ paddingInlineStart: isFlat ? 0 : row.depth * 14 }}>
      <span className="mr-value-row__name mr-mono">{isFlat ? row.path : row.label}</span>
      <span className="mr-value-row__sample mr-mono mr-clip">{sampleText(row)}</span>
    </span>
  )
}
