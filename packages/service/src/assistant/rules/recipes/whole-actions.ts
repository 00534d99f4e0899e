/** Wordings for a whole shape: triggers, loops, routing, chatbots, agents, documents. */
import { nodeTypeIdOf } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { nodesMeant } from '../language/find-node.ts'
import { typeIn } from '../language/find-type.ts'
import { settingsIn } from '../language/settings-in.ts'
import { did, notUnderstood } from '../outcome.ts'
import type { Action } from './action.ts'
import { about, sourceFor, step } from './flow.ts'
import { scheduleIn } from './schedule.ts'

const schedule: Action = {
  name: 'schedule',
  example: 'every morning at 8 fetch https://example.com/report and save it to report.txt',
  pattern: /\b(?:every|each|daily|hourly|weekly|monthly|once an?|at \d)/i,
  build(_match, request, draft, again) {
    const found = scheduleIn(request)
    if (found === undefined) return false
    const id = step(draft, {
      type: 'schedule_trigger',
      settings: { cron: found.cron },
      isAside: true,
      does: `starts the run ${found.words} (\`${found.cron}\`, UTC)`,
    })
    if (id === undefined) return false
    draft.gate = { node: id, port: 'trigger' }
    const rest = found.rest.replace(/^(?:run|start|do)(?: it| this| the workflow)?$/i, '').trim()
    return rest === '' || again(rest, draft) || notUnderstood(rest, draft)
  },
}

const webhook: Action = {
  name: 'webhook',
  example: 'when a webhook comes in at /orders, log the body',
  pattern:
    /^(?:when(?:ever)?|on|once|if|each time|every time)\b.*?\b(?:webhook|http request|request|hook|order|event|call|post)\b.*?(?:comes? in|arrives?|is (?:received|called|sent)|fires?|hits?|received|lands|happens)?(?:\s+(?:at|on|under)\s+(\/?[\w/-]+))?(?:,\s*(.+))?$|^(?:when(?:ever)?|on|once|if|each time|every time)\b.*?\b(?:posts?|sends?|calls?|hits?|requests?)\b.*?\s(\/[\w/-]+)(?:,\s*(.+))?$|^(?:receive|accept|listen (?:for|to)|take)s?\s+(?:an?\s+|incoming\s+)?(?:webhooks?|http requests?|requests?)(?:\s+(?:at|on|under)\s+(\/?[\w/-]+))?$/i,
  build(match, request, draft, again) {
    if (/\b(?:chat|user (?:says|writes|asks))\b/i.test(request)) return false
    const path = (match[1] ?? match[3] ?? match[5] ?? 'incoming').replace(/^\//, '')
    const type = draft.catalogue.types.get('webhook_trigger')
    const settings = type === undefined ? {} : settingsIn(request.replace(/\bpost\b/, ''), type, draft.held).values
    step(draft, {
      type: 'webhook_trigger',
      settings: { ...settings, path },
      does: `starts the run when \`/hooks/${path}\` is called`,
    })
    const rest = match[2] ?? match[4]
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

const condition: Action = {
  name: 'if',
  example: 'if the answer contains "yes", log it',
  pattern:
    /^(?:if|when(?:ever)?|in case|checks? (?:whether|if|that)|tests? (?:whether|if))\s+(.+?)\s+(has|have|contains?|includes?|equals?|is greater than|is more than|is over|is above|is less than|is below|is under|starts with|ends with|is empty|is)\s*(?:an?\s+|the\s+)?(⟦\d+⟧|-?[\w.]+)?(?:\s*,\s*(?:then\s+)?|\s+then\s+|$)(.*)$/i,
  build(match, _request, draft, again) {
    about(draft, match[1] ?? '')
    const type = draft.catalogue.types.get('if_else')
    const operator = type === undefined ? undefined : settingsIn(`${match[2]} `, type, draft.held).values.operator
    const mark = /^⟦(\d+)⟧$/.exec(match[3] ?? '')?.[1]
    const matchText = mark === undefined ? (match[3] ?? '') : (draft.held[Number(mark)]?.value ?? '')
    const { value } = draft
    const isField = /^ha/i.test(match[2] ?? '')
    const id = step(draft, {
      type: 'if_else',
      settings: isField
        ? { operator: 'expression', expression: `$exists(${matchText})` }
        : { operator: operator ?? 'equals', matchText },
      does: `looks whether it ${match[2]} "${matchText}"`,
    })
    if (id === undefined) return false
    draft.value = value
    draft.gate = { node: id, port: 'True' }
    return (match[4] ?? '') === '' || again(match[4] ?? '', draft) || notUnderstood(match[4] ?? '', draft)
  },
}

const chatbot: Action = {
  name: 'chatbot',
  example: 'build a chatbot that remembers the conversation',
  pattern: /\b(?:chat ?bots?|conversational (?:assistant|bot)|chat assistant|bot that (?:answers|chats))\b(.*)$/i,
  build(match, request, draft) {
    draft.value = undefined
    const input = step(draft, { type: 'chat_input', does: 'takes the message of the user' })
    const type = draft.catalogue.types.get('chat_model')
    const settings = type === undefined ? {} : settingsIn(request, type, draft.held).values
    const model = step(draft, { type: 'chat_model', settings, into: 'message', does: 'answers' })
    if (input === undefined || model === undefined) return false
    if (/\b(?:memor|remember|history|conversation|context|recall)/i.test(match[0])) {
      const memory = draft.add('conversation_memory')
      if (memory !== undefined) {
        draft.connect(input, memory, { sourcePort: 'message', targetPort: 'message' })
        draft.connect(memory, model, { sourcePort: 'history', targetPort: 'history' })
        did(draft, `${draft.name(memory)} remembers the conversation and hands it to the model.`)
      }
    }
    draft.value = { node: model, port: 'response' }
    return true
  },
}

const agent: Action = {
  name: 'agent with tools',
  example: 'make an agent that can use a calculator and call HTTP APIs',
  pattern:
    /^(?:an?\s+|make|build|create|set up|i want|i need|add|give me)?\s*(?:me\s+)?(?:an?\s+)?(?:\w+\s+)?agent\s+(?:that|which|who|with|able|to|using)\b\s*(.*)$/i,
  build(match, request, draft) {
    const tools = toolsIn(match[1] ?? '', draft)
    const isFresh = draft.graph.nodes.length === 0 || draft.value === undefined
    if (isFresh) {
      if (tools.length === 0 && !/\b(?:tools?|can)\b/i.test(request)) return false
      if (/\b(?:after|before|between)\b/i.test(request)) return false
      draft.value = undefined
      step(draft, { type: 'chat_input', does: 'takes the message of the user' })
    }
    const type = draft.catalogue.types.get('simple_agent')
    const id = step(draft, {
      type: 'simple_agent',
      settings: type === undefined ? {} : settingsIn(request, type, draft.held).values,
      into: 'message',
      does: 'works on it with its tools',
    })
    if (id === undefined) return false
    for (const tool of tools) {
      const node = draft.add(tool)
      if (node !== undefined && draft.connect(node, id) !== undefined)
        did(draft, `${draft.name(node)} is one of its tools.`)
    }
    draft.value = { node: id, port: 'response' }
    return true
  },
}

const errors: Action = {
  name: 'handle errors',
  example: 'add error handling to the chat model',
  pattern:
    /\b(?:error handling|error handler|handles? (?:the )?(?:errors?|failures?)|catch(?:es)? (?:the )?(?:errors?|exceptions?))\b(?:\s+(?:to|of|for|in|from)\s+(.+))?$|^if\s+(.+?)\s+fails?,?\s*(?:then\s+)?(?:logs? (?:it|the error).*)?$/i,
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

/** The types in a wording that can be tools. */
function toolsIn(text: string, draft: Draft): string[] {
  const found = text
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s+or\s+/i)
    .map((part) => typeIn(part, draft.catalogue, true)?.type)
    .filter((type) => type?.outputs.some((port) => port.dataType === 'tool') === true)
  return [...new Set(found.flatMap((type) => type?.node_type_id ?? []))]
}

const ingest: Action = {
  name: 'load documents',
  example: 'load my documents into a vector store',
  pattern:
    /\b(?:load|ingest|index|store|put|embed|add|import|save|write|upload)s?\b.*\b(?:vector|knowledge base|embeddings?|rag)\b|\b(?:index|ingest|embed)\s+(?:my |the |some )?(?:documents?|docs|files?|texts?)\b/i,
  build(_match, request, draft) {
    if (/^(?:add|put)\s+an?\s+(?:vector|embedding)/i.test(request)) return false
    if (draft.value === undefined) sourceFor(draft, /\b(?:page|website|url)\b/i.test(request) ? 'a web page' : 'a file')
    step(draft, { type: 'split_text', settings: { chunkSize: 200 }, does: 'cuts the text into pieces' })
    const pieces = draft.value
    const documents = step(draft, {
      type: 'json_transform',
      label: 'Documents',
      settings: { expression: '[$map($, function($text, $at) { { "id": $string($at), "text": $text } })]' },
      does: 'makes a document of every piece',
    })
    draft.value = pieces
    const vectors = step(draft, { type: 'embeddings', into: 'texts', does: 'turns the pieces into vectors' })
    const store = step(draft, {
      type: 'vector_store',
      settings: { operation: 'upsert', collection: 'documents' },
      into: 'embeddings',
      does: 'keeps them in the collection "documents"',
    })
    if (documents === undefined || vectors === undefined || store === undefined) return false
    draft.connect(documents, store, { sourcePort: 'result', targetPort: 'documents' })
    draft.value = { node: store, port: 'count' }
    return true
  },
}

const askDocuments: Action = {
  name: 'answer from documents',
  example: 'answer questions from my documents',
  pattern:
    /\b(?:answers?|answering|ask|asks)\b.*\bquestions?\b.*\b(?:from|about|over|on|using|with|based on|against)\b.*\b(?:documents?|docs|files|knowledge|manuals?|handbook|vector|collection|notes)\b|\b(?:rag|retrieval)\b|\b(?:q ?& ?a|qa|question)\b.*\b(?:over|on|from|about|for)\b.*\b(?:documents?|docs|files|knowledge|manuals?|handbook|notes|wiki)\b|\bquestion answering\b/i,
  build(_match, _request, draft) {
    draft.value = undefined
    const input = step(draft, { type: 'chat_input', does: 'takes the question' })
    const store = step(draft, {
      type: 'vector_store',
      settings: { operation: 'search', collection: 'documents' },
      into: 'query',
      does: 'finds the nearest documents of the collection "documents"',
    })
    const template = draft.add('prompt_template', 'Question with documents')
    if (input === undefined || store === undefined || template === undefined) return false
    draft.set(template, {
      dynamicInputs: [
        { name: 'question', label: 'Question', dataType: 'string' },
        { name: 'matches', label: 'Matches', dataType: 'json[]' },
      ],
      template:
        'Answer from these documents only:\n{% for match in matches %}- {{ match.text }}\n{% endfor %}\nQuestion: {{ question }}',
    })
    draft.connect(input, template, { sourcePort: 'message', targetPort: 'question' })
    draft.connect(store, template, { sourcePort: 'matches', targetPort: 'matches' })
    did(draft, `${draft.name(template)} puts question and documents together.`)
    draft.value = { node: template, port: 'output' }
    step(draft, { type: 'chat_model', into: 'message', does: 'answers from them' })
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
      `When ${draft.name(first.id)} fails, ${draft.name(pause)} waits 5 seconds and ${draft.name(second)} tries once more. For more tries set \`millrace:retry\` of the node in the editor; no command can do that.`,
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
  condition,
  message,
  webhook,
  schedule,
  route,
  retry,
]
