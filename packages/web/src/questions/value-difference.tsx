import { useText } from '../i18n/use-text.ts'
import { editableText } from './review-decisions.ts'
import { textDifference } from './text-difference.ts'

/** A value as text: strings as is, no value as a word, everything else as JSON. */
export function ValueText({ value }: { value: unknown }) {
  const t = useText()
  if (value === null || value === undefined || value === '') return <em className="mr-muted">{t.questions.nothing}</em>
  if (typeof value === 'boolean') return value ? t.questions.isTrue : t.questions.isFalse
  return <span className={typeof value === 'object' ? 'mr-value mr-mono' : 'mr-value'}>{editableText(value)}</span>
}

/** The difference between two values. */
export function ValueDifference({ before, after }: { before: unknown; after: unknown }) {
  if (typeof before === 'object' && before === null && typeof after !== 'object')
    return <Whole before={before} after={after} />
  if (typeof before !== typeof after || before === '' || after === '') return <Whole before={before} after={after} />
  if (typeof before === 'boolean' || typeof before === 'number') return <Whole before={before} after={after} />
  // Pieces are never reordered, so the index is a stable key.
  return (
    <span className={typeof after === 'object' ? 'mr-value mr-mono' : 'mr-value'}>
      {textDifference(editableText(before), editableText(after)).map(({ kind, text }, at) => {
        const key = `${at}`
        if (kind === 'removed') return <del key={key}>{text}</del>
        return kind === 'added' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>
      })}
    </span>
  )
}

function Whole({ before, after }: { before: unknown; after: unknown }) {
  return (
    <span className="mr-value">
      <del>
        <ValueText value={before} />
      </del>{' '}
      <ins>
        <ValueText value={after} />
      </ins>
    </span>
  )
}
