/** All actions, in the order in which they are tried. */
import type { Draft } from '../draft.ts'
import type { Action } from './action.ts'
import { dataActions, lookUp } from './data-actions.ts'
import { peopleActions } from './people-actions.ts'
import { textActions } from './text-actions.ts'
import { wholeActions } from './whole-actions.ts'

export const ACTIONS: readonly Action[] = [...wholeActions, ...peopleActions, lookUp, ...textActions, ...dataActions]

const OPENING =
  /^(?:(?:(?:build|make|create|set up|design|write|give me|i want|i need|i'd like|start|have)\s+)?(?:me\s+)?(?:an?\s+|the\s+)?(?:(?:new|simple|small|little)\s+)?(?:workflow|flow|pipeline|automation|process|something)(?:\s+(?:that|which|to|for|where)\b|\s*:)\s*(?:can\s+|will\s+|should\s+|i\s+)?|(?:let's|let us)\s+(?:also\s+)?)/i

/** Reads a request as a step of a workflow. */
export function act(request: string, draft: Draft): boolean {
  const text = request.replace(OPENING, '')
  if (text !== request) {
    draft.value = undefined
    draft.gate = undefined
  }
  for (const action of ACTIONS) {
    const match = action.pattern.exec(text)
    if (match !== null && draft.attempt(() => action.build(match, text, draft, act))) return true
  }
  return false
}
