import { type ExecutionStarter, listedText } from '@millrace/model/listing'
import { foldCase } from '../fold-case.ts'
import { STARTER_NUMBERS } from './statuses.ts'

/** A text of an execution that lists show, and its case-folded form for the search; both null if there is none. */
export function searchText(text: string | undefined): readonly [text: string | null, key: string | null] {
  if (text === undefined || text === '') return NONE
  const shown = listedText(text)
  return [shown, foldCase(shown)]
}

const NONE = [null, null] as const

/** The columns of who started an execution. */
export function starterColumns(
  starter: ExecutionStarter | undefined,
): readonly [kind: number | null, id: string | null] {
  return starter === undefined ? NONE : [STARTER_NUMBERS[starter.kind], listedText(starter.id)]
}
