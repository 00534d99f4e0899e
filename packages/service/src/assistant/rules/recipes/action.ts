/** An action: a wording that asks for a step of a workflow, and what it builds. */
import type { Draft } from '../draft.ts'

export interface Action {
  readonly name: string
  /** A request that it is known by, for the documentation. */
  readonly example: string
  readonly pattern: RegExp
  /** True when the request was met. `again` reads what is left of it as an action. */
  build(match: RegExpExecArray, request: string, draft: Draft, again: ReadAction): boolean
}

/** Reads a request as an action. */
export type ReadAction = (request: string, draft: Draft) => boolean
