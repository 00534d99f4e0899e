/** Where in the workflow something goes: after, before, between, from, to. Shared by adding and by actions. */
import type { Draft } from '../draft.ts'
import { insertAfter, insertBefore, insertBetween } from '../graph/insert.ts'
import { cannot, did, endOrWhy } from '../outcome.ts'

/** A wording without its place, and the place. */
export interface Placed {
  readonly rest: string
  readonly how?: 'between' | 'after' | 'before' | 'to' | 'from' | 'tool'
  readonly first?: string
  readonly second?: string
}

const BETWEEN = /\b(?:in ?)?between\s+(.+?)\s+and\s+(.+?)(?=,|:|\s+(?:with|and set|that|which|using|saying|where)\b|$)/i
const AFTER =
  /\b(?:right |directly |immediately )?(?:after|behind|following|downstream of|(?:on)?to the end of|at the end of)\s+(.+?)(?=,|:|\s+(?:with|and set|that|which|using|saying|where)\b|$)/i
const BEFORE =
  /\b(?:right |directly |immediately )?(?:before|in front of|ahead of|prior to)\s+(.+?)(?=,|:|\s+(?:with|and set|that|which|using|saying|where)\b|$)/i
const TO =
  /\b(?:and )?(?:that (?:is |gets )?)?(?:connected|attached|wired|linked|leading|feeding|going)(?: in)?(?:to| to| into)\s+(.+?)(?=,|:|\s+(?:with|and set|that|which|using|saying|where)\b|$)/i
const FROM =
  /\b(?:that |which |and )?(?:takes?|gets?|receives?|uses?|reads?|fed (?:by|from|with)|connected from|coming from|from)\s+((?:the |an? )?(?:answer|output|result|response|value|text|summary|input|reply)\s+(?:of|from)\s+.+?)(?=,|:|\s+(?:with|and set|that|which|using|saying|where)\b|$)/i

export function placeIn(text: string): Placed {
  for (const [how, pattern] of [
    ['between', BETWEEN],
    ['after', AFTER],
    ['before', BEFORE],
    ['to', TO],
    ['from', FROM],
  ] as const) {
    const found = pattern.exec(text)
    if (found === null) continue
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
      .replace(/^[\s,]+|[\s,]+$/g, '')
      .replace(/\s+/g, ' ')
    return { rest, how, first: found[1] ?? '', ...(found[2] === undefined ? {} : { second: found[2] }) }
  }
  return { rest: text }
}

/** Puts a new node where it was said; false when the place is not there. */
export function putAt(draft: Draft, id: string, { how, first = '', second = '' }: Placed): boolean {
  const from = endOrWhy(cleaned(first), draft)
  const a = from?.nodes[0]
  if (a === undefined) return false
  if (how === 'between') {
    const b = endOrWhy(cleaned(second), draft)?.nodes[0]
    if (b === undefined) return false
    insertBetween(draft, id, a.id, b.id)
    did(draft, `${draft.name(id)} now stands between ${draft.name(a.id)} and ${draft.name(b.id)}.`)
  } else if (how === 'before') {
    if (insertBefore(draft, id, a.id)) did(draft, `${draft.name(id)} now comes before ${draft.name(a.id)}.`)
    else
      cannot(
        draft,
        `${draft.name(id)} is not connected yet: the input of ${draft.name(a.id)} has a value already. Say what it should be connected to.`,
      )
  } else if (how === 'to') {
    // "a logger connected to the model" has the logger behind it, "a text input connected to the model" before it.
    const isSource = draft.connect(id, a.id) !== undefined
    if (!isSource) insertAfter(draft, id, a.id, from?.port)
    did(draft, `${draft.name(id)} is connected to ${draft.name(a.id)}.`)
  } else {
    if (how === 'from') draft.connect(a.id, id, { sourcePort: outputOf(draft, a.id, from?.port) })
    else insertAfter(draft, id, a.id, outputOf(draft, a.id, from?.port))
    did(draft, `${draft.name(id)} now comes after ${draft.name(a.id)}.`)
  }
  draft.touch(id)
  return true
}

function outputOf(draft: Draft, id: string, port: string | undefined): string | undefined {
  const type = draft.node(id)
  return type === undefined ? undefined : port
}

function cleaned(text: string): string {
  return text.replace(/\s+(?:is|are|gets?|was|step is)\s+\w+$/i, '').trim()
}
