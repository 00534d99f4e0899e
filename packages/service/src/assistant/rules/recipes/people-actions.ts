/** Steps that ask people, and those that send and show. */
import { configOf, nodeTypeIdOf, titleOf } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { firstBranch, insertBefore } from '../graph/insert.ts'
import { nodesMeant, portNamed } from '../language/find-node.ts'
import { typeIn } from '../language/find-type.ts'
import { rootOf } from '../language/mentions.ts'
import { keyNamed } from '../language/settings-in.ts'
import { plain } from '../language/wording.ts'
import { partsOf, wordsOf } from '../language/words.ts'
import { cannot, did, noSuchType } from '../outcome.ts'
import type { Action } from './action.ts'
import { about, step, tailOf } from './flow.ts'
import { fieldName } from './text-actions.ts'

/** What is done, behind "before": the types that do it, and how it is said as a request. */
const DEEDS: readonly { readonly words: RegExp; readonly types: readonly string[]; readonly request: string }[] = [
  {
    words: /\b(?:goes out|go out|is delivered|are delivered|leaves|reaches the (?:user|customer|client))\b/i,
    types: ['text_output', 'chat_output', 'output', 'http_request'],
    request: 'show it',
  },
  {
    words:
      /\b(?:send|sending|sent|post|posting|posted|publish|publishing|published|notify|notifying|submit|submitting|calling)\b/i,
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
    words: /\b(?:export|exporting|exported)\b/i,
    types: ['csv_write', 'json_stringify', 'file_write'],
    request: 'save it to a file',
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
  const exporting = found.types.map((type) => all.find((node) => nodeTypeIdOf(node) === type)).find((node) => node)
  if (found.types[0] === 'csv_write') return exporting?.id
  return (found.request === 'send it' ? sending : all).at(-1)?.id
}

const CONFIRM =
  /\b(?:(?:asks?|get|gets|wait|waits|require|requires|need|needs|request|requests|want|have|let)\b.*\b(?:approvals?|confirmation|permission|sign-?off|ok|okay|go-ahead|confirm|approve|approves|consent)\b|ask(?:s)? (?:me|us|a person|someone|somebody|a human|the user|my boss|first|for approval)\b(?!\s+(?:for|what|which|about)\s+(?!approval|confirmation|permission|an? ok))|(?:confirm|approve)s?\b|check with (?:me|us)|\bfor (?:approval|confirmation|sign-?off)\b|\b(?:unless|until|without|only (?:if|after|when)|after|once|as soon as) (?:i|we|me|my \w+|somebody|someone|a human|a person) (?:says?|said|agrees?|agreed|approves?|approved|confirms?|confirmed|oks?|okays?|gives?|have|has|saying|agreeing|allowing|clicks?)\b|\b(?:human|person|boss|manager|somebody|someone|colleague|editor|i|we|user|customer|team|team lead|supervisor|admin)\b(?: \w+)? (?:checks?|verif(?:y|ies)|looks? (?:at|over|through)|agrees?|okays?|signs? off|accepts?|double-?checks?)\b|(?:checks?|verif(?:y|ied)|looked over) by (?:me|us|an?|my|the) \w+)/i

const confirm: Action = {
  name: 'ask before',
  example: 'ask me before sending',
  pattern: CONFIRM,
  build(_match, request, draft, again) {
    const before =
      /\b(?:before|prior to|in front of|ahead of)\s+(.+)$/i.exec(request)?.[1] ??
      /^(?:do not|don't|never|only)\s+(.+?)\s+(?:unless|until|without|only|if|after|when|once)\b/i.exec(request)?.[1]
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
  pattern: /\bform\b.*?(?:\b(?:asks?|asking)\b(?:\s+for)?|\bwith(?: fields)?\b|\bfor\b|:|\()\s*(.+?)\)?$/i,
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
    /^(?:let\s+(?:me|us|the user|users?|somebody|someone|people)\s+(?:type|enter|give|provide|input|specify|write)(?: in)?\s+(?=the\s)|(?:asks?|prompts?)\s+(?:me|them|him|her|us|the user|the person|a person|someone|somebody|users?)?\s*(?:for|about|what|which)\s+)(.+)$/i,
  build(match, _request, draft, again) {
    const what = plain(match[1] ?? '', draft.held).replace(/^(?:their|his|her|my|your|the|an?)\s+/i, '')
    const fields = partsOf(what)
    if (fields.length > 1 && fields.length <= 8) return again(`form with ${what}`, draft)
    draft.value = undefined
    const wanting = draft.before.nodes.flatMap((node) => {
      const type = draft.catalogue.types.get(nodeTypeIdOf(node))
      const key = type && keyNamed(what, type)
      return key !== undefined && type?.inputs.some((port) => port.id === key) === true ? [{ node, key }] : []
    })
    step(draft, {
      type: 'text_prompt',
      label: `Ask for ${what}`.slice(0, 60),
      settings: { message: `What is your ${what}?` },
      does: `asks a person for ${what}`,
    })
    // "ask for the file name" where one node takes a file name: that is what it is asked for.
    const [only] = wanting
    if (only !== undefined && wanting.length === 1 && draft.last !== undefined)
      draft.connect(draft.last.node, only.node.id, { targetPort: only.key })
    return true
  },
}

const choose: Action = {
  name: 'let somebody choose',
  example: 'let the user choose between red, green and blue',
  pattern: /^(?:let|ask|have)\s+.+?\b(?:choose|pick|select)\b\s*(?:between|from|one of|of)?\s*:?\s*(.+)$/i,
  build(match, _request, draft) {
    const inside = /\(([^)]+)\)|:\s*(.+)$/.exec(match[1] ?? '')
    const options = partsOf(plain(inside?.[1] ?? inside?.[2] ?? match[1] ?? '', draft.held)).map((label) => ({
      value: label,
      label,
    }))
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
    /^(?:(?:sends?|returns?|gives?)\s+(?:an?\s+|the\s+)?(?:response|answer|reply|result|it)\b(?:\s+back)?|responds?|repl(?:y|ies)|answers? the (?:request|webhook|caller)|returns?\s+it)(?:\s+(?:with|to|back)\b.*)?$/i,
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
    /^(?:sends?|posts?|publish(?:es)?|submits?|notif(?:y|ies)|forwards?|push(?:es)?|delivers?|e-?mails?|texts?(?=\s+(?:the|my|me|him|her|them|an?)\b)|messages?(?=\s+(?:the|my|me|him|her|them)\b))\b\s*(.*)$/i,
  build(match, request, draft) {
    const rest = match[1] ?? ''
    if (isLabel(request, draft)) return false
    const isWeb = /⟦\d+⟧/.test(rest) && heldKind(rest, draft) === 'address'
    if (
      (!isWeb && /\b(?:e-?mails?|slack|discord|sms|teams|telegram|whatsapp)\b/i.test(plain(request, draft.held))) ||
      (/⟦\d+⟧/.test(rest) && heldKind(rest, draft) === 'mail')
    )
      return noSuchType(plain(request, draft.held), draft)
    const object = rest
      .replace(/\s*\b(?:to|at|via|by|with|before|after|when|once|as soon as)\b.*$/i, '')
      .replace(/^⟦\d+⟧$/, '')
      .trim()
    if (handedOn(object, /\bto\s+([^⟦]+)$/i.exec(rest)?.[1], draft)) return true
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

/** `notify the boss by GET`, where a node is called "Notify boss": that one is spoken of. */
function isLabel(request: string, draft: Draft): boolean {
  const said = wordsOf(request).map(rootOf)
  return draft.before.nodes.some((node) => {
    const label = wordsOf(titleOf(node)).map(rootOf)
    return label.length > 1 && label.every((word) => said.includes(word))
  })
}

/** `send the technical branch to the billing expert`: to a node that is there, which is a connection. */
function handedOn(object: string, to: string | undefined, draft: Draft): boolean {
  const target = to === undefined ? undefined : nodesMeant(to, draft)
  const [node] = target?.nodes ?? []
  if (node === undefined || target?.nodes.length !== 1 || target.isByValue === true || object === '') return false
  const branch = draft.graph.nodes.flatMap((one) => {
    const port = /\bbranch|\bcase|\bpath/i.test(object) ? portNamed(object, one, draft) : undefined
    return port?.dataType === 'trigger' ? [{ node: one.id, port: port.id }] : []
  })[0]
  const source = nodesMeant(object, draft)
  const from =
    branch ?? (source.nodes.length === 1 ? { node: source.nodes[0]?.id ?? '', port: source.port } : undefined)
  if (from === undefined || from.node === node.id) return false
  const made = draft.connect(from.node, node.id, {
    sourcePort: from.port,
    ...(branch === undefined ? {} : { targetPort: 'trigger' }),
  })
  return made === undefined
    ? cannot(draft, `${draft.name(from.node)} and ${draft.name(node.id)} are connected already, or do not fit.`)
    : did(draft, `I connect ${draft.name(from.node)} to ${draft.name(node.id)} (\`${made.port}\`).`)
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
    const isNew = where !== undefined && /^an?\s/i.test(where)
    const [output] = where === undefined || isNew ? [] : nodesMeant(where, draft).nodes
    const type = isNew ? typeIn(where, draft.catalogue)?.type : undefined
    // What is shown already is held back, not shown twice.
    const shown = draft.leaving(value.node).find((edge) => isOutput(draft, edge.target))
    if (draft.gate !== undefined && shown !== undefined && type === undefined) {
      draft.connect(draft.gate.node, shown.target, { sourcePort: draft.gate.port, targetPort: 'trigger' })
      draft.gate = undefined
      draft.last = { node: shown.target, isSink: true }
      return did(draft, `${draft.name(shown.target)} shows it only then.`)
    }
    if (type !== undefined) {
      step(draft, { type: type.node_type_id, isAside: true, isSink: true, does: 'takes it' })
      return true
    }
    if (output !== undefined) {
      const isThere = draft.leaving(value.node).some((edge) => edge.target === output.id)
      if (!isThere && draft.connect(value.node, output.id, { sourcePort: value.port }) === undefined) return false
      did(draft, isThere ? `${draft.name(output.id)} shows it already.` : `${draft.name(output.id)} now shows it.`)
    } else step(draft, { type: 'text_output', label: 'Result', isAside: true, does: 'shows it' })
    draft.value = undefined
    return true
  },
}

function isOutput(draft: Draft, id: string): boolean {
  const node = draft.node(id)
  return node !== undefined && draft.catalogue.types.get(nodeTypeIdOf(node))?.category === 'outputs'
}

export const peopleActions: readonly Action[] = [review, choose, form, confirm, askText, respond, send, stop, show]
