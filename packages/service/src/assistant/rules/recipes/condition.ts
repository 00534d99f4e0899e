/** `if the answer contains "yes", log it`: a comparison, and what happens one way or the other. */
import { nodeTypeIdOf } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { nodesMeant } from '../language/find-node.ts'
import { settingsIn } from '../language/settings-in.ts'
import { DOUBTFUL, VERBS } from '../language/wording.ts'
import { notUnderstood } from '../outcome.ts'
import type { Action } from './action.ts'
import { about, step } from './flow.ts'

/** What is compared, how, and with what. */
const COMPARED =
  "(has|have|(?:does not |doesn't )?contains?|(?:does not |doesn't )?includes?|mentions?|equals?|exceeds?|(?:is |are |gets |becomes |was )?(?:greater|more|larger|bigger|higher|over|above|less|smaller|lower|below|under|fewer|older|younger|longer|shorter)(?: than)?|starts? with|begins? with|ends? with|is empty|is missing|is not|isn't|is|are)"

export const condition: Action = {
  name: 'if',
  example: 'if the answer contains "yes", log it',
  pattern: new RegExp(
    `^(?:if|when(?:ever)?|in case|only if|checks? (?:whether|if|that)|tests? (?:whether|if))\\s+(.+?)\\s+${COMPARED}\\b\\s*(?:an?\\s+|the\\s+(?:word\\s+|text\\s+)?)?(⟦\\d+⟧|-?[\\w.]+)?(?:\\s*[,:]\\s*(?:then\\s+)?|\\s+then\\s+|\\s+(?=(?:${VERBS}|${DOUBTFUL})\\b)|$)(.*)$`,
    'i',
  ),
  build(match, _request, draft, again) {
    if (!aboutField(match[1] ?? '', draft)) about(draft, match[1] ?? '')
    const type = draft.catalogue.types.get('if_else')
    const how = (match[2] ?? '')
      .replace(/\bolder\b|\blonger\b/i, 'greater')
      .replace(/\byounger\b|\bshorter\b/i, 'less')
      .replace(/^(?:does not|doesn't)\s+/i, '')
    const isNot = /^(?:does not|doesn't)\b/i.test(match[2] ?? '')
    const operator = type === undefined ? undefined : settingsIn(`${how} `, type, draft.held).values.operator
    const mark = /^⟦(\d+)⟧$/.exec(match[3] ?? '')?.[1]
    const matchText = mark === undefined ? (match[3] ?? '') : (draft.held[Number(mark)]?.value ?? '')
    const { value } = draft
    const isField = /^ha/i.test(how) && mark === undefined
    const id = step(draft, {
      type: 'if_else',
      settings: isField
        ? { operator: 'expression', expression: `$exists(${matchText})` }
        : { operator: /empty|missing/i.test(how) ? 'is_empty' : (operator ?? 'equals'), matchText },
      does: `looks whether it ${how} "${matchText}"`,
    })
    if (id === undefined) return false
    draft.value = value
    draft.gate = { node: id, port: isNot ? 'False' : 'True' }
    const [then = '', otherwise] = (match[4] ?? '').split(/\s*,?\s*\b(?:else|otherwise|if not)\b\s*,?\s*/i)
    if (then !== '' && !again(then, draft)) notUnderstood(then, draft)
    if (otherwise === undefined || otherwise === '') return true
    draft.value = value
    draft.gate = { node: id, port: isNot ? 'True' : 'False' }
    return again(otherwise, draft) || notUnderstood(otherwise, draft)
  },
}

const STRUCTURED = new Set([
  'http_request',
  'webhook_trigger',
  'json_parse',
  'json_input',
  'form',
  'foreach',
  'information_extractor',
])

/** `if price is below 100` after something that gives data: the field of that name is what is compared. */
function aboutField(subject: string, draft: Draft): boolean {
  const field = /^(?:the\s+|its\s+)?(?:field\s+|value of\s+)?([a-z_]\w*)$/i.exec(subject.trim())?.[1]
  const { value } = draft
  const node = value && draft.node(value.node)
  if (
    field === undefined ||
    node === undefined ||
    /^(?:it|that|this|they|he|result|body|answer|data|response)$/i.test(field)
  )
    return false
  if (
    !draft.fresh.includes(node.id) ||
    !STRUCTURED.has(nodeTypeIdOf(node)) ||
    nodesMeant(subject, draft).nodes.length > 0
  )
    return false
  if (nodeTypeIdOf(node) === 'http_request') draft.value = { node: node.id, port: 'json' }
  step(draft, { type: 'data_extractor', settings: { path: field }, isAside: false, does: `takes "${field}" out of it` })
  return true
}
