/** Whole shapes around a model: chatbots, agents, answers from documents. */
import type { Draft } from '../draft.ts'
import { typeIn } from '../language/find-type.ts'
import { settingsIn } from '../language/settings-in.ts'
import { did } from '../outcome.ts'
import type { Action } from './action.ts'
import { sourceFor, step } from './flow.ts'

export const chatbot: Action = {
  name: 'chatbot',
  example: 'build a chatbot that remembers the conversation',
  pattern:
    /\b(?:chat ?bots?|conversational (?:assistant|bot)|chat assistant|bot that (?:answers|chats)|let (?:the )?(?:users?|people|customers?|them|me) (?:chat|talk|speak) (?:with|to))\b(.*)$/i,
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

export const agent: Action = {
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

/** The types in a wording that can be tools. */
function toolsIn(text: string, draft: Draft): string[] {
  const found = text
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s+or\s+/i)
    .map((part) => typeIn(part, draft.catalogue, true)?.type)
    .filter((type) => type?.outputs.some((port) => port.dataType === 'tool') === true)
  return [...new Set(found.flatMap((type) => type?.node_type_id ?? []))]
}

export const ingest: Action = {
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

export const askDocuments: Action = {
  name: 'answer from documents',
  example: 'answer questions from my documents',
  pattern:
    /\b(?:answers?|answering|ask|asks)\b.*\bquestions?\b.*\b(?:from|about|over|on|using|with|based on|against)\b.*\b(?:documents?|docs|files|knowledge|manuals?|handbook|vector|collection|notes)\b|\b(?:rag|retrieval)\b|\b(?:q ?& ?a|qa|question)\b.*\b(?:over|on|from|about|for)\b.*\b(?:documents?|docs|files|knowledge|manuals?|handbook|notes|wiki)\b|\bquestion answering\b|\b(?:faq|bot|assistant)\b.*\b(?:over|on|from|about|for)\b.*\b(?:documents?|docs|files|knowledge|manuals?|handbook|notes|wiki)\b/i,
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
