/** Steps that ask people, and those that send and show. */
import { configOf, nodeTypeIdOf } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { firstBranch, insertBefore } from '../graph/insert.ts'
import { nodesMeant } from '../language/find-node.ts'
import { plain } from '../language/wording.ts'
import { partsOf } from '../language/words.ts'
import { did, noSuchType } from '../outcome.ts'
import type { Action } from './action.ts'
import { about, step, tailOf } from './flow.ts'
import { fieldName } from './text-actions.ts'

/** What is done, behind "before": the types that do it, and how it is said as a request. */
const DEEDS: readonly { readonly words: RegExp; readonly types: readonly string[]; readonly request: string }[] = [
  {
    words:
      /\b(?:send|sending|sent|post|posting|posted|publish|publishing|published|notify|notifying|submit|submitting|goes out|calling)\b/i,
    types: ['http_request'],
    request: 'send it',
  },
  {
    words:
      /\b(?:show|showing|shown|display|displaying|displayed|output|outputting|answering|reply|replying|respond|responding)\b/i,
    types: ['text_output', 'chat_output', 'output'],
    request: 'show it',
  },
  {
    words: /\b(?:save|saving|saved|store|storing|stored|write|writing|written|overwritten|applied|applying|kept)\b/i,
    types: ['file_write', 'key_value', 'sql_query', 'vector_store'],
    request: 'save it to a file',
  },
  { words: /\b(?:summari[sz]ed|summari[sz]ing)\b/i, types: ['summarizer'], request: 'summarise it' },
  { words: /\b(?:translated|translating)\b/i, types: ['chat_model'], request: '' },
  { words: /\b(?:fetched|fetching|downloaded|requested)\b/i, types: ['http_request'], request: '' },
]

/** The node that does what is spoken of, if the workflow has one. */
export function targetOf(deed: string, draft: Draft): string | undefined {
  const found = DEEDS.find(({ words }) => words.test(deed))
  if (found === undefined) return undefined
  const all = draft.graph.nodes.filter((node) => found.types.includes(nodeTypeIdOf(node)))
  const sending = all.filter(
    (node) =>
      found.types[0] !== 'http_request' || !['GET', 'HEAD', undefined].includes(configOf(node).method as string),
  )
  return (found.request === 'send it' ? sending : all).at(-1)?.id
}

const CONFIRM =
  /\b(?:(?:asks?|get|gets|wait|waits|require|requires|need|needs|request|requests|want|have|let)\b.*\b(?:approvals?|confirmation|permission|sign-?off|ok|okay|go-ahead|confirm|approve|approves|consent)\b|ask(?:s)? (?:me|us|a person|someone|somebody|a human|the user|my boss|first|for approval)\b(?!\s+(?:for|what|which|about)\s+(?!approval|confirmation|permission|an? ok))|(?:confirm|approve)s?\b|check with (?:me|us))/i

const confirm: Action = {
  name: 'ask before',
  example: 'ask me before sending',
  pattern: CONFIRM,
  build(_match, request, draft, again) {
    const before = /\b(?:before|prior to)\s+(.+)$/i.exec(request)?.[1]
    const first = before === undefined ? undefined : (targetOf(before, draft) ?? existingTarget(before, draft))
    const quoted = /⟦(\d+)⟧/.exec(request)?.[0]
    const deed = before === undefined ? undefined : DEEDS.find(({ words }) => words.test(before))
    const message = quoted === undefined ? questionFor(deed?.request) : plain(quoted, draft.held)
    if (first !== undefined && !draft.fresh.includes(first)) {
      const id = draft.add('confirmation')
      if (id === undefined) return false
      draft.set(id, { message })
      insertBefore(draft, id, first)
      did(draft, `${draft.name(id)} asks "${message}" before ${draft.name(first)}: only a yes lets it go on.`)
      return true
    }
    if (draft.value === undefined && draft.before.nodes.length > 0) draft.value = tailOf(draft)
    const id = step(draft, {
      type: 'confirmation',
      settings: { message },
      into: valueIsText(draft) ? 'message' : undefined,
      isAside: true,
      does: `asks "${message}"; only a yes lets it go on`,
    })
    if (id === undefined) return false
    draft.gate = { node: id, port: firstBranch(draft, id) }
    if (deed !== undefined && deed.request !== '') {
      const to = /⟦\d+⟧/.exec(before ?? '')?.[0]
      again(deed.request === 'send it' && to !== undefined ? `send it to ${to}` : deed.request, draft)
    }
    return true
  },
}

function existingTarget(text: string, draft: Draft): string | undefined {
  const { nodes } = nodesMeant(
    text.replace(/^(?:doing|running|calling|executing|starting|it (?:gets|goes) to|it reaches)\s+/i, ''),
    draft,
  )
  return nodes.length === 1 ? nodes[0]?.id : undefined
}

function questionFor(request: string | undefined): string {
  return request === 'send it'
    ? 'Send this?'
    : request === 'show it'
      ? 'Show this?'
      : request === 'save it to a file'
        ? 'Save this?'
        : 'Go on?'
}

function valueIsText(draft: Draft): boolean {
  const node = draft.value && draft.node(draft.value.node)
  const type = node && draft.catalogue.types.get(nodeTypeIdOf(node))
  return type?.outputs.find((port) => port.id === draft.value?.port)?.dataType === 'string'
}

const review: Action = {
  name: 'review changes',
  example: 'let someone review the changes before they are saved',
  pattern: /\breviews?\b\s*(.*)$/i,
  build(match, _request, draft, again) {
    if (/^(?:my |the |this )?workflow/i.test(match[1] ?? '')) return false
    const [object = '', before] = (match[1] ?? '').split(/\s+before\s+/i)
    about(draft, object)
    const id = step(draft, {
      type: 'review',
      settings: { message: 'Are these changes right?' },
      does: 'shows every change to a person, who accepts or rejects it',
    })
    if (id === undefined) return false
    draft.value = { node: id, port: 'accepted' }
    const deed = before === undefined ? undefined : DEEDS.find(({ words }) => words.test(before))
    if (deed !== undefined && deed.request !== '') again(deed.request, draft)
    return true
  },
}

const form: Action = {
  name: 'form',
  example: 'a form that asks for name and email',
  pattern: /\bform\b.*?(?:\b(?:asks?|asking)\b(?:\s+for)?|\bwith(?: fields)?\b|\bfor\b|:)\s+(.+)$/i,
  build(match, _request, draft) {
    const fields = partsOf(plain(match[1] ?? '', draft.held))
      .map(fieldName)
      .filter((field) => field !== '')
    const schema = {
      type: 'object',
      properties: Object.fromEntries(
        fields.map((field) => [field, { type: 'string', title: field.replaceAll('_', ' ') }]),
      ),
      required: fields,
    }
    draft.value = undefined
    step(draft, {
      type: 'form',
      settings: { message: `Please fill in: ${fields.join(', ')}`, schema },
      does: `asks a person for ${fields.join(', ')}`,
    })
    return fields.length > 0
  },
}

const askText: Action = {
  name: 'ask for a text',
  example: 'ask the user for their name',
  pattern:
    /^(?:asks?|prompts?)\s+(?:me|them|him|her|us|the user|the person|a person|someone|somebody|users?)?\s*(?:for|about|what|which)\s+(.+)$/i,
  build(match, _request, draft, again) {
    const what = plain(match[1] ?? '', draft.held).replace(/^(?:their|his|her|my|your|the|an?)\s+/i, '')
    const fields = partsOf(what)
    if (fields.length > 1 && fields.length <= 8) return again(`form with ${what}`, draft)
    draft.value = undefined
    step(draft, {
      type: 'text_prompt',
      label: `Ask for ${what}`.slice(0, 60),
      settings: { message: `What is your ${what}?` },
      does: `asks a person for ${what}`,
    })
    return true
  },
}

const choose: Action = {
  name: 'let somebody choose',
  example: 'let the user choose between red, green and blue',
  pattern: /^(?:let|ask|have)\s+.+?\b(?:choose|pick|select)\b\s*(?:between|from|one of|of)?\s*:?\s*(.+)$/i,
  build(match, _request, draft) {
    const options = partsOf(plain(match[1] ?? '', draft.held)).map((label) => ({ value: label, label }))
    if (options.length < 2) return false
    draft.value = undefined
    step(draft, {
      type: 'choice',
      settings: { message: 'Which one?', options },
      does: `lets a person pick one of ${options.map(({ label }) => label).join(', ')}`,
    })
    return true
  },
}

const respond: Action = {
  name: 'respond to the webhook',
  example: 'send a response back',
  pattern:
    /^(?:(?:sends?|returns?|gives?)\s+(?:an?\s+|the\s+)?(?:response|answer|reply|result|it)\b(?:\s+back)?|responds?|repl(?:y|ies)|answers? the (?:request|webhook|caller)|returns?\s+it)(?:\s+(?:with|to|back|the|a)\b.*)?$/i,
  build(_match, request, draft) {
    const hook = draft.graph.nodes.find((node) => nodeTypeIdOf(node) === 'webhook_trigger')
    const isChat = draft.graph.nodes.some((node) => nodeTypeIdOf(node) === 'chat_input')
    if (hook === undefined && !isChat) return false
    if (/\bto\s+⟦/.test(request)) return false
    if (draft.value === undefined) draft.value = tailOf(draft)
    if (hook === undefined) step(draft, { type: 'chat_output', label: 'Answer', does: 'says it to the user' })
    else {
      draft.set(hook.id, { respond: 'finished' })
      step(draft, { type: 'output', label: 'Response', does: `is what the caller of ${draft.name(hook.id)} gets` })
    }
    draft.value = undefined
    return true
  },
}

const send: Action = {
  name: 'send',
  example: 'post the summary to https://hooks.example.com/x',
  pattern:
    /^(?:sends?|posts?|publish(?:es)?|submits?|notif(?:y|ies)|forwards?|pushes?|delivers?|e-?mails?|texts?|messages?)\b\s*(.*)$/i,
  build(match, request, draft) {
    const rest = match[1] ?? ''
    if (
      /\b(?:e-?mails?|slack|discord|sms|teams|telegram|whatsapp)\b/i.test(plain(request, draft.held)) ||
      (/⟦\d+⟧/.test(rest) && heldKind(rest, draft) === 'mail')
    )
      return noSuchType(plain(request, draft.held), draft)
    const object = rest.replace(/\s*\b(?:to|at|via|by|with|before|after)\b.*$/i, '').trim()
    if (draft.gate === undefined || object !== '') about(draft, object === '' ? 'it' : object)
    const address = /⟦(\d+)⟧/.exec(rest)?.[1]
    const url = address === undefined ? undefined : draft.held[Number(address)]?.value
    const settings = { method: 'POST', ...(url === undefined ? {} : { url }) }
    step(draft, {
      type: 'http_request',
      label: 'Send',
      settings,
      into: draft.value === undefined ? undefined : 'body',
      isAside: true,
      isSink: true,
      does: url === undefined ? 'sends it; fill in the address' : `sends it to ${url}`,
    })
    return true
  },
}

function heldKind(text: string, draft: Draft): string | undefined {
  return draft.held[Number(/⟦(\d+)⟧/.exec(text)?.[1])]?.kind
}

const stop: Action = {
  name: 'stop',
  example: 'if the answer contains "error", stop the workflow',
  pattern:
    /^(stops?|ends?|halts?|aborts?|fails?|cancels?)(?:\s+(?:the\s+)?(?:workflow|run|execution|flow|it|everything|here|with\b.*))?$/i,
  build(match, request, draft) {
    if (draft.gate === undefined) return false
    const quoted = /⟦(\d+)⟧/.exec(request)?.[0]
    const type = /^(?:fail|abort)/i.test(match[1] ?? '') ? 'fail' : 'stop'
    draft.value = undefined
    step(draft, {
      type,
      settings: quoted === undefined ? {} : { message: plain(quoted, draft.held) },
      isSink: true,
      does: 'ends the run there',
    })
    return true
  },
}

const show: Action = {
  name: 'show',
  example: 'show the label in the output',
  pattern: /^(?:shows?|displays?|outputs?|prints?|returns?|presents?)\s+(.+)$/i,
  build(match, _request, draft) {
    const [object = '', where] = (match[1] ?? '').split(/\s+(?:in|on|at|with|as)\s+/i)
    about(draft, object)
    const { value } = draft
    if (value === undefined) return false
    const [output] = where === undefined ? [] : nodesMeant(where, draft).nodes
    if (output !== undefined) {
      const isThere = draft.leaving(value.node).some((edge) => edge.target === output.id)
      if (!isThere && draft.connect(value.node, output.id, { sourcePort: value.port }) === undefined) return false
      did(draft, isThere ? `${draft.name(output.id)} shows it already.` : `${draft.name(output.id)} now shows it.`)
    } else step(draft, { type: 'text_output', label: 'Result', isAside: true, does: 'shows it' })
    draft.value = undefined
    return true
  },
}

export const peopleActions: readonly Action[] = [review, choose, form, confirm, askText, respond, send, stop, show]
