/** Another label for a node. */
import { titleOf, type WorkflowNode } from '@millrace/model'
import { bare, nodesMeant } from '../language/find-node.ts'
import { plain } from '../language/wording.ts'
import { wordsOf } from '../language/words.ts'
import { cannot, did, type Intent, nodeOrWhy } from '../outcome.ts'

const FORMS: readonly RegExp[] = [
  /^(?:rename|relabel|retitle)\s+(?<node>.+?)\s+(?:to|as|into)\s+(?<label>.+)$/i,
  /^(?:change|set|update)\s+the\s+(?:name|label|title)\s+of\s+(?<node>.+?)\s+to\s+(?<label>.+)$/i,
  /^(?:change|set|update)\s+(?<node>.+?)(?:'s)\s+(?:name|label|title)\s+to\s+(?<label>.+)$/i,
  /^(?<node>.+?)\s+should\s+be\s+(?:called|named|labelled|titled|renamed(?: to)?)\s+(?<label>.+)$/i,
  /^(?:give)\s+(?<node>.+?)\s+the\s+(?:name|label|title)\s+(?<label>.+)$/i,
  /^give\s+(?<node>.+?)\s+(?:an?|another|the)\s+(?:\w+\s+)?(?:name|label|title)\s*[,:]?\s+(?:say\s+|like\s+|such as\s+|namely\s+|of\s+)?(?<label>.+)$/i,
  /^(?<node>.+?)'s\s+(?:name|label|title)\s+(?:should|must|has to)\s+(?:be|read|say|become)\s+(?<label>.+)$/i,
  /^the\s+(?:name|label|title)\s+of\s+(?<node>.+?)\s+(?:should|must|has to)\s+(?:be|read|say|become)\s+(?<label>.+)$/i,
  /^label\s+(?<node>.+?)\s+as\s+(?<label>.+)$/i,
]

export const rename: Intent = (request, draft) => {
  for (const form of FORMS) {
    const { node: who, label } = form.exec(request)?.groups ?? {}
    if (who === undefined || label === undefined) continue
    // "… to "A" and the other to "B"": the label ends with its quotes.
    const [, own, rest] = /^(⟦\d+⟧)\s*(?:,|\band\b)\s*(.+)$/i.exec(label) ?? []
    renamed(who, own ?? label, draft)
    return (
      rest === undefined ||
      rename(/^rename\b/i.test(rest) ? rest : `rename ${rest}`, draft) ||
      cannot(draft, `I did not understand "${plain(rest, draft.held)}".`)
    )
  }
  if (/^(?:name|call|rename|label)\s+(?:the|all|my|these)\s+(?:\w+\s+)?(?:nodes|steps)\b/i.test(request))
    return cannot(draft, 'I rename one node at a time: "rename A to B and C to D".')
  const whole = /^rename\s+(.+)$/i.exec(request)?.[1]
  const named = whole === undefined ? [] : nodesMeant(whole, draft).nodes
  if (
    named.length === 1 &&
    whole !== undefined &&
    !/⟦/.test(whole) &&
    wordsOf(whole).every((word) => wordsOf(titleOf(named[0] as WorkflowNode)).includes(word))
  )
    return cannot(draft, `How should ${draft.name(named[0]?.id ?? '')} be called? "rename it to …".`)
  // "rename A to B and C to D": the verb was said before.
  const [, again, name] = /^(.+?)\s+(?:to|as|into)\s+(.+)$/i.exec(request) ?? []
  if (again !== undefined && name !== undefined && draft.lastVerb === 'rename') {
    if (nodesMeant(again, draft).nodes.length === 1) return renamed(again, name, draft)
  }
  // "call the text input Question": where the node ends and its name begins shows only by trying.
  const rest = /^(?:call|name|rename|label|title)\s+(.+)$/i.exec(request)?.[1]
  if (rest === undefined || /^(?:an?|https?|the (?:api|url|endpoint))\b/i.test(rest) || /^⟦/.test(rest)) return false
  const words = rest.split(/\s+/)
  for (let cut = words.length - 1; cut > 0; cut--) {
    const who = words.slice(0, cut).join(' ')
    const { nodes } = nodesMeant(who, draft)
    if (nodes.length !== 1 || !isWholly(who)) continue
    // The longest wording that still is a plain mention: the words behind it are the name.
    const isShorterToo =
      cut > 1 &&
      words[cut - 1] !== undefined &&
      nodesMeant(words.slice(0, cut - 1).join(' '), draft).nodes[0]?.id === nodes[0]?.id
    if (isShorterToo && !/^(?:node|step|model|input|output|block)$/i.test(words[cut - 1] ?? '')) continue
    return renamed(who, words.slice(cut).join(' '), draft)
  }
  return false
}

function isWholly(text: string): boolean {
  return !/^(?:the|an?|my|this|that)$/i.test(text.trim()) && bare(text) !== ''
}

function renamed(who: string, label: string, draft: Parameters<Intent>[1]): true {
  const node = nodeOrWhy(who, draft)
  if (node === undefined) return true
  const name = plain(label, draft.held).replace(/\s+/g, ' ').trim()
  const before = draft.name(node.id)
  draft.touch(node.id)
  draft.try({ verb: 'rename', node: node.id, label: name })
  return did(draft, `I call ${before} "${name}".`)
}
