/** Words put right that are a slip away from one that the assistant, the catalogue or the workflow knows. */
import { isObject, titleOf } from '@millrace/model'
import { type Draft, propertiesOf } from '../draft.ts'
import { TYPE_WORDS } from './type-words.ts'
import { DOUBTFUL, VERBS } from './wording.ts'
import { slipsBetween } from './words.ts'

const OTHERS =
  'everything before after between behind instead first second third last input output model agent every each both called named without nothing something answer summary message response question'

/** Only the words that hold a request together, which nobody calls a node by. */
export function correctedFrame(request: string, draft: Draft): string {
  const frame = new Set(
    [...OTHERS.split(' '), 'remove', 'delete', 'connect', 'rename', 'replace', 'insert'].filter(
      (word) => word.length >= 6,
    ),
  )
  const known = vocabulary(draft)
  return request.replace(/(?<![\w⟦./:-])[a-z]{6,14}(?![\w⟧./:-])/g, (word) => {
    if (known.has(word) || known.has(word.replace(/(?:e?s|ed|ing)$/, ''))) return word
    const near = [...frame].filter((one) => slipsBetween(one, word) === 1)
    return near.length === 1 ? (near[0] ?? word) : word
  })
}

/** The request with its slips put right; the very same where there are none. */
export function corrected(request: string, draft: Draft): string {
  const known = vocabulary(draft)
  return request.replace(/(?<![\w⟦./:-])[a-z]{5,24}(?![\w⟧./:-])/g, (word) => {
    if (known.has(word) || known.has(word.replace(/(?:e?s|ed|ing)$/, ''))) return word
    const most = word.length >= 8 ? 2 : 1
    const near = [...known].filter(
      (one) => one.length >= 5 && Math.abs(one.length - word.length) <= most && slipsBetween(one, word) <= most,
    )
    const best = Math.min(...near.map((one) => slipsBetween(one, word)))
    const nearest = near.filter((one) => slipsBetween(one, word) === best)
    // Two words that are equally near leave it open which was meant.
    return nearest.length === 1 ? (nearest[0] ?? word) : word
  })
}

function vocabulary(draft: Draft): ReadonlySet<string> {
  const known = new Set<string>()
  const learn = (text: string) => {
    for (const word of text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [])
      known.add(word)
  }
  learn(VERBS.replaceAll('[sz]', 'z'))
  learn(VERBS.replaceAll('[sz]', 's'))
  learn(DOUBTFUL)
  learn(OTHERS)
  for (const type of draft.catalogue.types.values()) {
    learn(type.name)
    for (const name of TYPE_WORDS[type.node_type_id] ?? []) learn(name)
    for (const [key, schema] of Object.entries(propertiesOf(type.configSchema))) {
      learn(key)
      if (isObject(schema) && Array.isArray(schema.enum)) for (const value of schema.enum) learn(String(value))
    }
  }
  for (const node of draft.graph.nodes.slice(0, MOST_LABELS)) learn(titleOf(node))
  return known
}

const MOST_LABELS = 500
