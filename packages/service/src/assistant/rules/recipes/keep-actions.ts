/** Steps that keep something: in a file, under a key, in a memory, in the log. */
import { nodeTypeIdOf } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { portsOfNode } from '../graph/ports.ts'
import { nodesMeant } from '../language/find-node.ts'
import { plain } from '../language/wording.ts'
import { partsOf } from '../language/words.ts'
import { cannot, did } from '../outcome.ts'
import type { Action } from './action.ts'
import { about, step } from './flow.ts'
import { isList } from './list-actions.ts'

const PATH =
  /(?:\bfile\s+(?:called\s+|named\s+)?|\bto\s+|\bas\s+|\binto\s+|\bin\s+|\bcalled\s+|\bnamed\s+)(⟦\d+⟧|[\w./-]+\.[a-z]{2,5})\b/i

export const saveFile: Action = {
  name: 'save to a file',
  example: 'save the answer to answer.txt',
  pattern: /^(?:also\s+)?(?:saves?|stores?|writes?|exports?|dumps?|puts?|appends?|have|just|keeps?)\b\s*(.*)$/i,
  build(match, request, draft) {
    const rest = match[1] ?? ''
    const named = PATH.exec(rest)?.[1]
    if (named === undefined && !/\b(?:file|disk|folder)\b/i.test(rest)) return false
    const path = named === undefined ? undefined : plain(named, draft.held)
    if (path !== undefined && /^https?:/.test(path)) return false
    const object = rest.split(/\s+(?:to|in|into|as|saved|written|stored)\b/i)[0] ?? ''
    const files = draft.before.nodes.filter((node) => nodeTypeIdOf(node) === 'file_write')
    const [only] = files
    // "write it to x.csv" where the workflow writes one file already: that one is meant.
    if (
      path !== undefined &&
      /^(?:it|that|this|the file|the result)$/i.test(object) &&
      draft.value === undefined &&
      only !== undefined &&
      files.length === 1
    ) {
      draft.set(only.id, { path })
      draft.touch(only.id)
      return did(draft, `${draft.name(only.id)} now writes to ${path}.`)
    }
    about(draft, /^(?:to|in|into|just)\b/i.test(rest) || request === rest ? 'it' : object)
    const [file] = draft.graph.nodes.filter((node) => nodeTypeIdOf(node) === 'file_write')
    // "write the rows to the file": the one that is there.
    if (
      path === undefined &&
      /\bthe file$/i.test(rest) &&
      files.length === 1 &&
      file !== undefined &&
      draft.value !== undefined
    ) {
      for (const edge of draft.arriving(file.id))
        if (edge.targetHandle?.endsWith('-content') === true) draft.disconnect(edge)
      draft.connect(draft.value.node, file.id, { sourcePort: draft.value.port, targetPort: 'content' })
      return did(draft, `${draft.name(file.id)} now writes that.`)
    }
    if (path !== undefined && /\.csv$/i.test(path) && isList(draft))
      step(draft, { type: 'csv_write', does: 'writes the rows as CSV' })
    step(draft, {
      type: 'file_write',
      settings: path === undefined ? {} : { path },
      isAside: true,
      isSink: true,
      does: path === undefined ? 'writes it to a file; fill in its path' : `writes it to ${path}`,
    })
    return true
  },
}

/** "to a file called totals.txt": the end of a sentence that began otherwise. */
export const toFile: Action = {
  name: 'to a file',
  example: 'log the total... no wait, just to a file called totals.txt',
  pattern: /^(?:to|into|in)\s+(?:an?\s+|the\s+)?(?:file|disk)\b.*$/i,
  build: (_match, request, draft, again) => again(`save it ${request}`, draft),
}

export const remember: Action = {
  name: 'remember',
  example: 'remember the answer under the key "last"',
  pattern: /^(?:remembers?|stores?|caches?|keeps?|saves?)\s+(.+)$/i,
  build(match, request, draft) {
    if (
      /\b(?:was|were|been) said\b|\b(?:conversation|chat|history|earlier messages?|previous messages?|context)\b/i.test(
        request,
      )
    )
      return remembersTalk(draft)
    if (/^keeps?\b/i.test(request) && !/\b(?:under|key|cache|store)\b/i.test(request)) return false
    if (/\b(?:database|db|table|sql|spreadsheet|sheet|only|rows|items)\b/i.test(request)) return false
    const [object = ''] = (match[1] ?? '').split(/\s+(?:under|as|in|with|for|to)\b/i)
    const named =
      /⟦(\d+)⟧/.exec(request)?.[0] ??
      /\b(?:under|with|as|by)\s+(?:the\s+)?(?:key\s+|name\s+)?([\w.-]+)$/i.exec(request)?.[1]
    about(draft, object)
    const key = named === undefined ? 'last' : plain(named, draft.held)
    step(draft, {
      type: 'key_value',
      label: 'Remember',
      settings: { operation: 'set', key },
      into: 'value',
      isAside: true,
      isSink: true,
      does: `keeps it under the key "${key}"`,
    })
    return true
  },
}

/** `remembers what was said`: a memory for the one model of the workflow. */
function remembersTalk(draft: Draft): boolean {
  const models = draft.graph.nodes.filter((node) => portsOfNode(node, draft.catalogue).inputs.has('history'))
  const [model] = models
  const source = model && draft.arriving(model.id)[0]
  if (model === undefined || models.length > 1 || source === undefined) return false
  const memory = draft.add('conversation_memory')
  if (memory === undefined) return false
  draft.connect(source.source, memory)
  draft.connect(memory, model.id, { sourcePort: 'history', targetPort: 'history' })
  return did(draft, `${draft.name(memory)} remembers the conversation and hands it to ${draft.name(model.id)}.`)
}

export const log: Action = {
  name: 'log',
  example: 'log the answer',
  pattern: /^logs?\s+(.+)$/i,
  build(match, _request, draft, again) {
    const object = (match[1] ?? '').split(/\s+(?:as|at|with|to)\b/i)[0] ?? ''
    const parts = partsOf(object)
    const isList = parts.length > 1 && parts.every((part) => nodesMeant(part, draft).nodes.length === 1)
    const lost = isList || parts.length < 2 ? [] : parts.filter((part) => nodesMeant(part, draft).nodes.length === 0)
    for (const part of lost)
      cannot(draft, `I find no value "${plain(part, draft.held)}"; I did not understand that part.`)
    if (isList) for (const part of parts.slice(0, -1)) again(`log ${part}`, draft)
    about(draft, isList ? (parts.at(-1) ?? '') : object)
    step(draft, { type: 'logger', isAside: true, isSink: true, does: 'writes it into the log' })
    return true
  },
}
