import { listedText } from '@millrace/model'
import { foldCase } from '../fold-case.ts'

/** A text of an execution that lists show, and its case-folded form for the search; both null if there is none. */
export function searchText(text: string | undefined): readonly [text: string | null, key: string | null] {
  if (text === undefined || text === '') return NONE
  const shown = listedText(text)
  return [shown, foldCase(shown)]
}

const NONE = [null, null] as const
