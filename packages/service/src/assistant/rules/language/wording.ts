/**
 * A message cut into requests. Quoted texts, addresses and JSON are held apart first, so that nothing in them is taken
 * for a word of the request; in their place stands a mark such as ⟦0⟧.
 */

import { paraphrased } from './paraphrase.ts'

/** A text of the message that is a value, not a wording. */
export interface Held {
  readonly kind: 'text' | 'address' | 'json' | 'mail'
  readonly value: string
  /** As it was written. */
  readonly written: string
}

export interface Wording {
  readonly requests: readonly string[]
  readonly held: readonly Held[]
}

const HOLD: readonly { readonly kind: Held['kind']; readonly pattern: RegExp }[] = [
  { kind: 'text', pattern: /"""([\s\S]*?)"""|"([^"\n]*)"|“([^”\n]*)”|«([^»\n]*)»|`([^`\n]*)`/g },
  { kind: 'text', pattern: /(?<=^|[\s(:])'([^'\n]+(?:'\w[^'\n]*)*)'(?=$|[\s.,;:!?)])/g },
  { kind: 'mail', pattern: /[^\s@,;<>⟦⟧]{1,64}@[^\s@,;<>⟦⟧]{1,200}\.[a-z]{2,}/gi },
  { kind: 'address', pattern: /\bhttps?:\/\/[^\s⟦⟧]*[^\s.,;:!?)⟦⟧]/gi },
  { kind: 'json', pattern: /[[{][^⟦⟧\n]{0,2000}[}\]]/g },
]

const LONGEST = 20_000
/** Longer ones are not requests in words, and patterns would take too long over them. */
const LONGEST_SENTENCE = 1000
export const LONGEST_REQUEST = 400
const MOST_REQUESTS = 60

/** The requests of a message. */
export function wordingOf(message: string): Wording {
  const held: Held[] = []
  let text = message
    .slice(0, LONGEST)
    .replace(/[⟦⟧]/g, ' ')
    .replaceAll('’', "'")
    .replaceAll('→', '->')
    .replace(/\b(it|that|there|he|she)'s\b/gi, '$1 is')
  for (const { kind, pattern } of HOLD) {
    text = text.replace(pattern, (written: string, ...groups: unknown[]) => {
      if (kind === 'json' && !isJson(written)) return written
      const inner = groups.slice(0, -2).find((group) => typeof group === 'string')
      held.push({ kind, value: typeof inner === 'string' ? inner : written, written })
      return `⟦${held.length - 1}⟧`
    })
  }
  return { requests: requestsIn(withSingleBlanks(text)), held }
}

/** Patterns take the square of a long run of white space, or worse: it becomes one blank, and a line end is `\n`. */
function withSingleBlanks(text: string): string {
  return text.replace(/\s+/g, (run) => (/[\n\r\u2028\u2029]/.test(run) ? '\n' : ' '))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What was held apart, put back as it was written. */
export function written(text: string, held: readonly Held[]): string {
  return text.replace(/⟦(\d+)⟧/g, (_, at: string) => held[Number(at)]?.written ?? '')
}

/** The same without its quotes. */
export function plain(text: string, held: readonly Held[]): string {
  return text.replace(/⟦(\d+)⟧/g, (_, at: string) => held[Number(at)]?.value ?? '')
}

/** Words that begin a request whatever follows them. */
export const VERBS =
  'add|insert|put|place|create|build|connect|link|wire|hook|attach|disconnect|unlink|unplug|detach|remove|delete|erase|drop|' +
  'rename|replace|swap|exchange|change|update|make|give|tidy|arrange|align|layout|explain|describe|summari[sz]e|' +
  'translate|classify|categori[sz]e|extract|fetch|download|retrieve|load|transform|convert|parse|save|store|send|post|' +
  'greet|route|ask|wait|retry|respond|reply|answer|turn|use|undo|redo|fix|repair|export|import|upload|read|show|display|' +
  'print|notify|let|have|move|sort|filter|take|get|validate|detect|determine|decide|check|remember|rewrite|proofread|embed|run|paint|draw|write|' +
  'generate|clear|clean|calculate|compute|publish|append|prepend|trim|uppercase|lowercase|enable|disable|increase|raise|' +
  'remembers|stores|saves|sends|shows|summari[sz]es|translates|classifies|extracts|fetches|asks|routes|responds|replies|' +
  'writes|notifies|converts|parses|greets|keep|keeps|leave|pick|picks|grab|pull|push|strip|cut|prefix|prepend|prompt|pause|schedule|correct|score|round|tell|instruct|group|flatten|deduplicate'

/** Words that are nouns as well: they begin a request only before something that a verb would take. */
export const DOUBTFUL =
  'e-?mail|call|name|set|log|list|split|merge|join|output|label|look|repeat|loop|count|query|search|switch|limit|stop|feed'
const TAKEN = '(?:(?:it|them|that|this|the|an?|each|every|all|its|their|my|me|up|over|to|for|through|on)\\b|⟦)'

const FILLER = '(?:(?:then|also|please|finally|afterwards|after that|next|just|now|and|lastly|maybe|perhaps)\\s+)*'
const START = `${FILLER}(?:(?:${VERBS})(?:e?s)?\\b|for (?:each|every)\\b|if (?!any\\b|possible\\b|needed\\b)\\w+\\b|(?!(?:to|into|with|from|for|of|on|in|at|by|about|before|after|between|and|or|is|as)\\b)\\w+ (?:it|them|this|that)\\b|(?:${DOUBTFUL})\\s+${TAKEN})`
const JOINT = new RegExp(
  `(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s+then\\s+|\\s*,?\\s+(?:but|plus)\\s+)(?=${START}|(?:the|an?)\\s(?:model|llm|ai|agent|user|person)\\s(?:answers?|asks?|replies|writes?|decides)\\b|(?:the|of)\\s[^,]{1,60}?\\s(?:to|should)\\s)`,
  'i',
)

function requestsIn(text: string): string[] {
  return text
    .split(/\n+/)
    .map((line) => line.replace(/^\s*(?:\d{1,3}[.):]|[-*•–])\s+/, ''))
    .flatMap((line) => line.split(/(?<=[.!?;…])\s+|\s*;\s*|\.{3,}\s*/))
    .flatMap((sentence) =>
      sentence.length > LONGEST_SENTENCE
        ? [sentence]
        : split(withPlaceLast(paraphrased(sentence))).map((request) => paraphrased(tidied(request))),
    )
    .filter((request) => request.trim() !== '')
    .slice(0, MOST_REQUESTS)
}

/** "Before X, do Y" is read as "do Y before X". */
function withPlaceLast(sentence: string): string {
  const place = /^\s*(?:right |just )?(?:before|after|behind)\s+([^,]+),/i.exec(sentence)?.[1]
  // What stands before the comma may be a request of its own: "before writing the file ask me, and …".
  if (
    place !== undefined &&
    new RegExp(`(?<!\\bthe)\\s(?:${VERBS})\\s(?:me|us|it|the|an?|someone|my)\\b`).test(`${place} `)
  )
    return sentence
  return sentence.replace(
    /^\s*((?:right |just )?(?:before|after|between|behind|in between)\s+[^,]+),\s*(.+?)([.!?]*)$/i,
    '$2 $1$3',
  )
}

/** A sentence at its joints; what stands between "between" and its "and" is no joint. */
function split(sentence: string): string[] {
  const parts: string[] = []
  let rest = sentence
  let from = 0
  for (;;) {
    const joint = JOINT.exec(rest.slice(from))
    if (joint === null) break
    const at = from + joint.index
    const before = rest.slice(0, at)
    const opens =
      /\bbetween\b(?!.*\band\b)/i.test(before) ||
      /\b(?:can|could|may|should|that|which|who)\s+\w+(?:\s+(?:an?|the))?$/i.test(before)
    if (opens) {
      from = at + joint[0].length
      continue
    }
    parts.push(before)
    rest = rest.slice(at + joint[0].length)
    from = 0
  }
  return [...parts, rest]
}

const POLITE = new RegExp(
  '^(?:(?:hi|hello|hey|ok(?:ay)?|so|well|now|then|and|also|please|pls|finally|afterwards|after that|next|just|but|' +
    'first|second(?:ly)?|third(?:ly)?|lastly|no wait|wait no|no|thanks|thank you|cool|great|nice)\\b[\\s,!:]+|' +
    "(?:can|could|would|will) (?:you|we)(?: please)?(?: kindly)?\\s+|i(?:'d| would) (?:like|love)(?: you)? to\\s+|" +
    "i (?:want|need)(?: you)? to\\s+|let(?:'s| us)\\s+(?:also\\s+)?|you (?:should|could)\\s+|go ahead and\\s+|" +
    'i think (?:you should |we should )?|maybe\\s+|perhaps\\s+|kindly\\s+|help me(?: to)?\\s+)',
  'i',
)
const THANKS = /[\s,]*\b(?:please|pls|thanks|thank you|thx|cheers|for me|if you can|if possible|too|as well)\s*$/i

/** "Could the critic please use …?" asks for a change. */
const ASKED =
  /^(?:please\s+)?(?:can|could|would|should|may|might)\s+((?:the|it|this|that|my|our)\b.+?)\s+(?:please\s+|also\s+)*(be|use|have|get|answer|take|run|write|speak|go|show|return)\b/i

/** A request without politeness and without the marks at its end. */
function tidied(request: string): string {
  let text = request
    .trim()
    .replace(/[\s.,;:!…]+$/, '')
    .replace(ASKED, '$1 should $2')
  for (let before = ''; before !== text; ) {
    before = text
    text = text
      .replace(POLITE, '')
      .replace(/[\s.,;:!]+$/, '')
      .replace(THANKS, '')
      .trim()
    text = text.replace(/\?+$/, (marks) => (isQuestion(text) ? marks : '')).trim()
  }
  return /^(?:hi|hello|hey|thanks|thank you|please|ok|okay|bye|cheers|then|and|great|cool|nice|perfect|no|yes|yeah|sure|hmm|oh|oops|sorry|right|also|ok then|that looks (?:great|good|nice))$/i.test(
    text,
  )
    ? ''
    : text
}

/** Whether a text asks for an answer rather than a change. */
export function isQuestion(text: string): boolean {
  return /^(?:what|which|who|how|why|where|when (?:is|does|do|will)|is|are|does|do (?:i|you|we)|can i|may i|should i)\b/i.test(
    text,
  )
}
