/** Wordings for a whole shape: triggers, loops, routing, chatbots, agents, documents. */
import { nodeTypeIdOf, RETRY_EXTENSION } from '@millrace/model'
import { nodesMeant } from '../language/find-node.ts'
import { settingsIn } from '../language/settings-in.ts'
import { did, notUnderstood } from '../outcome.ts'
import type { Action } from './action.ts'
import { condition } from './condition.ts'
import { about, sourceFor, step } from './flow.ts'
import { agent, askDocuments, chatbot, ingest } from './model-actions.ts'
import { scheduleIn } from './schedule.ts'

const schedule: Action = {
  name: 'schedule',
  example: 'every morning at 8 fetch https://example.com/report and save it to report.txt',
  pattern:
    /\b(?:every|each|daily|hourly|weekly|monthly|once an?|at \d|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays|weekends)/i,
  build(_match, request, draft, again) {
    const found = scheduleIn(request)
    if (found === undefined) return false
    const rest = found.rest
      .replace(/^(?:on )?(?:the )?first (?:day )?of$/i, '')
      .replace(/^(?:run|runs|start|starts|do|happens?)(?: (?:it|this|the workflow|that))?$/i, '')
      .trim()
    const there = draft.before.nodes.filter((node) => nodeTypeIdOf(node) === 'schedule_trigger')
    const [only] = there
    // A workflow that has a schedule gets another time, not a second schedule.
    if (
      only !== undefined &&
      there.length === 1 &&
      (rest === '' ||
        /^(?:(?:please |let )?(?:it|this|the (?:workflow|report|schedule|job))|run|start|should|make|change|set)\b/i.test(
          rest,
        ))
    ) {
      draft.set(only.id, { cron: found.cron })
      draft.touch(only.id)
      return did(draft, `${draft.name(only.id)} now starts the run ${found.words} (\`${found.cron}\`).`)
    }
    const id = step(draft, {
      type: 'schedule_trigger',
      settings: { cron: found.cron },
      isAside: true,
      does: `starts the run ${found.words} (\`${found.cron}\`, UTC)`,
    })
    if (id === undefined) return false
    draft.gate = { node: id, port: 'trigger' }
    return rest === '' || again(rest, draft) || notUnderstood(rest, draft)
  },
}

const webhook: Action = {
  name: 'webhook',
  example: 'when a webhook comes in at /orders, log the body',
  pattern:
    /^(?:when(?:ever)?|on|once|if|each time|every time)\b.*?\b(?:webhook|http request|request|hook|order|event|call|post)\b.*?(?:comes? in|arrives?|is (?:received|called|sent)|fires?|hits?|received|lands|happens)?(?:\s+(?:at|on|under)\s+(\/?[\w/-]+)|\s+(?:on |at )?(?=\/))?(?:\/[\w/-]+)?(?:,\s*(.+))?$|^(?:when(?:ever)?|on|once|if|each time|every time)\b.*?\b(?:posts?|sends?|calls?|hits?|requests?)\b.*?\s(\/[\w/-]+)(?:,\s*(.+))?$|^(?:receive|accept|listen (?:for|to)|take)s?\s+(?:an?\s+|incoming\s+)?(?:webhooks?|http requests?|requests?|(?:json|data|events?|posts?|calls?|orders?|payloads?)(?=\s+(?:at|on|under)\s+\/))(?:\s+(?:at|on|under)\s+(\/?[\w/-]+))?$/i,
  build(match, request, draft, again) {
    if (/\b(?:chat|user (?:says|writes|asks))\b/i.test(request)) return false
    const written = /(?:^|\s)\/([\w-][\w/-]*)/.exec(request.split(',')[0] ?? '')?.[1]
    const path = (written ?? match[1] ?? match[3] ?? match[5] ?? 'incoming').replace(/^\//, '')
    const type = draft.catalogue.types.get('webhook_trigger')
    const settings = type === undefined ? {} : settingsIn(request.replace(/\bpost\b/, ''), type, draft.held).values
    step(draft, {
      type: 'webhook_trigger',
      settings: { ...settings, path },
      does: `starts the run when \`/hooks/${path}\` is called`,
    })
    const rest = match[2] ?? match[4] ?? /\s\/[\w-][\w/-]*,?\s+(\w+\s.+)$/.exec(request)?.[1]
    return rest === undefined || again(rest, draft) || notUnderstood(rest, draft)
  },
}

const message: Action = {
  name: 'chat message',
  example: 'when a user writes a message, answer it',
  pattern:
    /^(?:(?:when(?:ever)?|on|once|each time|every time)\b.*?\b)?(?:an? |the )?\b(?:users?|somebody|someone|person|message|chat|customer)\b.*?(?:writes?|says?|asks?|sends?|arrives?|comes in|types)\b[^,]*(?:,\s*(.+))?$/i,
  build(match, request, draft, again) {
    if (/\s\/\w/.test(request)) return false
    step(draft, { type: 'chat_input', does: 'takes the message of the user' })
    return match[1] === undefined || again(match[1], draft) || notUnderstood(match[1], draft)
  },
}

const upload: Action = {
  name: 'upload',
  example: 'when a file is uploaded, summarise it',
  pattern:
    /^(?:(?:when(?:ever)?|once|if|each time|every time)\s+)?(?:an?\s+|the\s+)?(?:(?:users?|somebody|someone|people|customers?)\s+uploads?\s+(?:an?\s+|the\s+)?(.+?)|(?:\w+\s+)?(?:files?|documents?|csvs?|invoices?)\s+(?:is|are|gets?)\s+uploaded)(?:,\s*(.+))?$/i,
  build(match, request, draft, again) {
    if (draft.before.nodes.length > 0) return false
    sourceFor(draft, /\bcsv\b/i.test(request) ? 'a csv file' : 'a file')
    return match[2] === undefined || again(match[2], draft) || notUnderstood(match[2], draft)
  },
}

const foreach: Action = {
  name: 'for each',
  example: 'for every item in a list call an API',
  pattern:
    /^(?:for (?:each|every|all)|loop (?:over|through)|iterates? (?:over|through)|go(?:es)? through(?: all| each| every)?)\s+(.+)$/i,
  build(match, _request, draft, again) {
    const said = match[1] ?? ''
    const cut =
      /^(.*?)(?:[,:]\s*|\s+and\s+|\s+)((?:(?:calls?|fetch|get|post|send|log|summari[sz]e|translate|classify|extract|ask|save|write|transform|do|run|use)\b).*)$/i.exec(
        said,
      )
    const list = (cut?.[1] ?? said).trim()
    const from = /\s+(?:in|of|from)\s+(.+)$/i.exec(list)?.[1]
    if (draft.value === undefined)
      about(draft, from ?? `a list of ${list}`, (one, object) =>
        sourceFor(
          one,
          /\b(?:csv|file|api|page|database|chunk)/i.test(object)
            ? object
            : `a list of ${object.replace(/^(?:an?|the)\s+/i, '').replace(/^list\b\s*(?:of\s*)?/i, '') || 'items'}`,
        ),
      )
    const id = step(draft, { type: 'foreach', into: 'items', does: 'does what follows for every item' })
    if (id === undefined) return false
    draft.loop = id
    draft.value = { node: id, port: 'item' }
    return cut?.[2] === undefined || again(cut[2], draft) || notUnderstood(cut[2], draft)
  },
}

const route: Action = {
  name: 'route',
  example: 'classify incoming tickets as billing, technical or other and route them',
  pattern: /^(?:routes?|branch(?:es)?|dispatch(?:es)?|direct|distribute|switch on|split (?:them|it) by)\b\s*(.*)$/i,
  build(match, _request, draft) {
    if (/^.*\bto\s+(?:the\s+)?\w+\s*$/i.test(match[1] ?? '') && draft.value === undefined) return false
    if (draft.value === undefined) about(draft, (match[1] ?? '').replace(/\s*\b(?:by|to|accordingly|on)\b.*$/i, ''))
    const source = draft.value && draft.node(draft.value.node)
    const labels = source?.data?.config?.labels
    const names = Array.isArray(labels) ? labels.filter((label) => typeof label === 'string') : []
    const branches = names.map((name, at) => ({
      name,
      label: name,
      value: name,
      ...(at === names.length - 1 && /other|rest|else|default/i.test(name) ? { isDefault: true } : {}),
    }))
    const id = step(draft, {
      type: 'switch',
      label: 'Route',
      settings: branches.length === 0 ? {} : { branches },
      does:
        branches.length === 0
          ? 'goes one of several ways; name its branches'
          : `goes the way of the label: ${names.join(', ')}. Connect each branch to what should happen`,
    })
    draft.value = undefined
    return id !== undefined
  },
}

const errors: Action = {
  name: 'handle errors',
  example: 'add error handling to the chat model',
  pattern:
    /\b(?:error handling|error handler|handles? (?:the )?(?:errors?|failures?)|catch(?:es)? (?:the )?(?:errors?|exceptions?))\b(?:\s+(?:to|of|for|in|from)\s+(.+))?$|^(?:if|when(?:ever)?|in case)\s+(.+?)\s+(?:fails?|breaks?|crashes|goes wrong|does not work|doesn't work|times out|errors?(?: out)?|(?:cannot|can't|could not|couldn't) be \w+|is (?:down|unreachable|not reachable)),?\s*(?:then\s+)?(?:logs? (?:it|an? (?:error|failure|problem)|the (?:error|failure|problem)|what (?:went|goes) wrong|that).*)?$/i,
  build(match, _request, draft) {
    const { nodes } = nodesMeant(match[1] ?? match[2] ?? 'it', draft)
    const [node] = nodes
    if (node === undefined || nodes.length > 1 || /\bretr/i.test(match[0])) return false
    const id = draft.add('logger', 'Log error')
    if (id === undefined) return false
    draft.set(id, { level: 'error' })
    const problem = draft.try({
      verb: 'connect',
      source: { node: node.id, port: 'error' },
      target: { node: id, port: 'message' },
    })
    if (problem !== undefined) return false
    did(draft, `When ${draft.name(node.id)} fails, ${draft.name(id)} logs it and the run goes on.`)
    return true
  },
}

const retry: Action = {
  name: 'retry',
  example: 'call an api and retry if it fails',
  pattern: /^(?:retry|retries|try again|try it again|repeat it)\b.*$/i,
  build(_match, _request, draft) {
    const recent = draft.recent
      .toReversed()
      .map((id) => draft.node(id))
      .find((node) => node !== undefined && nodeTypeIdOf(node) === 'http_request')
    const all = draft.graph.nodes.filter((node) => nodeTypeIdOf(node) === 'http_request')
    const first = recent ?? (all.length === 1 ? all[0] : undefined)
    if (first === undefined) return false
    const pause = draft.add('delay', 'Wait before retry')
    const second = draft.add('http_request', 'Second try')
    if (pause === undefined || second === undefined) return false
    draft.set(pause, { seconds: 5 })
    draft.set(second, { url: first.data?.config?.url, method: first.data?.config?.method })
    draft.try({ verb: 'connect', source: { node: first.id, port: 'error' }, target: { node: pause, port: 'value' } })
    draft.connect(pause, second, { sourcePort: 'trigger', targetPort: 'trigger' })
    for (const edge of draft.arriving(first.id)) {
      if (!edge.targetHandle?.endsWith('-trigger'))
        draft.connect(edge.source, second, {
          sourcePort: edge.sourceHandle?.split('-output-')[1],
          targetPort: edge.targetHandle?.split('-input-')[1],
        })
    }
    const merge = draft.add('merge', 'Answer of either')
    if (merge !== undefined) {
      draft.set(merge, { mode: 'first' })
      draft.connect(first.id, merge, { sourcePort: 'body', targetPort: 'a' })
      draft.connect(second, merge, { sourcePort: 'body', targetPort: 'b' })
      draft.value = { node: merge, port: 'merged' }
    }
    did(
      draft,
      `When ${draft.name(first.id)} fails, ${draft.name(pause)} waits 5 seconds and ${draft.name(second)} tries once more. For more tries set \`${RETRY_EXTENSION}\` of the node in the editor; no command can do that.`,
    )
    return true
  },
}

export const wholeActions: readonly Action[] = [
  errors,
  askDocuments,
  ingest,
  chatbot,
  agent,
  foreach,
  upload,
  condition,
  message,
  webhook,
  schedule,
  route,
  retry,
]
