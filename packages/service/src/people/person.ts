/** Callers as those who are asked. */
import type { QuestionRow } from '@millrace/engine'
import type { Person } from '@millrace/model'
import type { Page } from '@millrace/store'
import { type Caller, may } from '../platform/caller.ts'

export function personOf({ id, name }: Caller): Person {
  return { id, name }
}

/**
 * The caller as a list of those who may answer knows them. An admin gives tokens their names; the name in a JWT is often
 * its owner's to choose, so that whoever brings one is known by the id alone.
 */
export function listedAs({ id, name, tokenId, role }: Caller): Person {
  return { id, name: tokenId !== null || role === 'admin' ? name : id }
}

/** Whether the caller may answer questions at all; who may answer which is up to the question. */
export function canAnswer(caller: Caller): boolean {
  return may(caller, 'run')
}

/** What waits for those who may not. */
export const NOTHING: Page<QuestionRow> = { items: [], total: 0 }
