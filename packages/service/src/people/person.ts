/** The caller of the API as a person who answers questions. */
import type { QuestionRow } from '@millrace/engine'
import type { Person } from '@millrace/model'
import type { Page } from '@millrace/store'
import { type Caller, may } from '../platform/caller.ts'

export function personOf({ id, name }: Caller): Person {
  return { id, name }
}

/**
 * The names under which a list of assignees can contain the caller. An admin names tokens; the name in a JWT is often
 * self-chosen, so a JWT counts by its id only.
 */
export function listedAs({ id, name, tokenId, role }: Caller): Person {
  return { id, name: tokenId !== null || role === 'admin' ? name : id }
}

/** Whether the caller may answer questions at all; each question can restrict this further. */
export function canAnswer(caller: Caller): boolean {
  return may(caller, 'run')
}

/** The inbox of a caller who may not answer. */
export const NOTHING: Page<QuestionRow> = { items: [], total: 0 }
