/** Steps that fetch, shape and keep data. */
import type { Draft } from '../draft.ts'
import { insertBefore } from '../graph/insert.ts'
import { portsOfNode } from '../graph/ports.ts'
import { nodesMeant } from '../language/find-node.ts'
import { enumIn, secondsIn, settingsIn } from '../language/settings-in.ts'
import { plain } from '../language/wording.ts'
import { did } from '../outcome.ts'
import type { Action } from './action.ts'
import { about, pageSource, sourceFor, step } from './flow.ts'
import { targetOf } from './people-actions.ts'

function addressOf(text: string, draft: Draft): string | undefined {
  const marks = [...text.matchAll(/⟦(\d+)⟧/g)].flatMap((match) => draft.held[Number(match[1])] ?? [])
  return marks.find((one) => one.kind === 'address')?.value
}

const fetchPage: Action = {
  name: 'fetch',
  example: 'fetch https://example.com/report',
  pattern:
    /^(?:fetch|fetches|downloads?|get|gets|load|loads|scrapes?|retrieves?|pulls?|grabs?|visits?|opens?|reads?|crawls?|calls?|query|requests?|hits?|invokes?|ping)\s+(.+)$/i,
  build(match, request, draft) {
    const object = match[1] ?? ''
    const address = addressOf(object, draft)
    if (/\bfiles?\b/i.test(object) && address === undefined) return false
    if (
      address === undefined &&
      !/\b(?:web ?pages?|websites?|urls?|sites?|articles?|pages?|apis?|endpoints?|http|rest|service|rss|feed|weather|json from)\b/i.test(
        object,
      )
    )
      return false
    const isCall =
      /^(?:calls?|query|hit|invoke|request|ping)/i.test(request) || /\b(?:api|endpoint|service)\b/i.test(object)
    const type = draft.catalogue.types.get('http_request')
    const settings = type === undefined ? {} : settingsIn(object, type, draft.held).values
    const aboutItem = draft.loop !== undefined || (isCall && draft.value !== undefined && draft.gate === undefined)
    if (!isCall && address === undefined && draft.value === undefined) pageSource(draft)
    else {
      if (!aboutItem) draft.value = undefined
      step(draft, {
        type: 'http_request',
        label: isCall ? 'Call API' : 'Fetch page',
        settings,
        does: address === undefined ? 'calls the address; fill it in' : `calls ${address}`,
      })
    }
    return true
  },
}

const readFile: Action = {
  name: 'read a file',
  example: 'read the file notes.txt',
  pattern:
    /^(?:reads?|loads?|opens?|gets?|imports?|uploads?)\s+(?:the\s+|an?\s+)?(?:content of (?:the\s+)?)?(?:(?:text\s+)?file\s+)?(⟦\d+⟧|[\w./-]+\.[a-z]{2,4}|files?\b.*|.*\bfile)$/i,
  build(match, _request, draft) {
    const path = plain(match[1] ?? '', draft.held)
    const isNamed = /\.[a-z]{2,4}$/i.test(path)
    draft.value = undefined
    if (isNamed) step(draft, { type: 'file_read', settings: { path }, does: `reads ${path}` })
    else sourceFor(draft, 'a file')
    return true
  },
}

const queryDatabase: Action = {
  name: 'query a database',
  example: 'query the database and export the rows as csv',
  pattern:
    /^(?:query|queries|ask|select from|reads? from|gets? .*from|fetch .*from|fetches .*from|loads? .*from|runs?|executes?)\s+(?:the\s+|an?\s+|my\s+)?(?:\w+\s+)?(?:database|db|postgres|sqlite|sql(?: query)?|table|query)\b(.*)$/i,
  build(_match, request, draft) {
    const quoted = /⟦(\d+)⟧/.exec(request)?.[0]
    const settings = quoted === undefined ? {} : { query: plain(quoted, draft.held) }
    draft.value = undefined
    step(draft, {
      type: 'sql_query',
      settings,
      does: quoted === undefined ? 'asks the database; fill in the query and the connection' : 'asks the database',
    })
    return true
  },
}

/** From one form into another: what reads the first and what writes the second. */
const READERS: Readonly<Record<string, string>> = { csv: 'csv_parse', json: 'json_parse' }
const WRITERS: Readonly<Record<string, string>> = { csv: 'csv_write', json: 'json_stringify' }

const convert: Action = {
  name: 'convert',
  example: 'convert a csv file to json',
  pattern:
    /^(?:converts?|saves?|stores?|turns?|transforms?|change|parses?|exports?|writes?|prints?|encode|decode|format)\s+(.*?)\s*(?:\b(?:in)?to|\bas)\s+(?:a\s+)?(csv|json)\b.*$/i,
  build(match, request, draft) {
    const [object = '', to = ''] = [match[1], match[2]?.toLowerCase()]
    const from = /\b(csv|json)\b/i.exec(object)?.[1]?.toLowerCase()
    about(draft, object === '' ? 'it' : object)
    const reader = from === undefined ? undefined : READERS[from]
    if (reader !== undefined && from !== to) step(draft, { type: reader, does: `reads the ${from?.toUpperCase()}` })
    // Saving in a form needs a file to save to.
    const isSaved = /^(?:save|store)/i.test(request)
    const writer = /^parse/i.test(request) ? undefined : WRITERS[to]
    if (writer !== undefined) step(draft, { type: writer, does: `writes ${to.toUpperCase()}` })
    if (isSaved)
      step(draft, {
        type: 'file_write',
        settings: { path: `result.${to}` },
        isSink: true,
        does: `writes it to result.${to}`,
      })
    if (/^parse/i.test(request) && READERS[to] !== undefined)
      step(draft, { type: READERS[to] ?? '', does: `reads the ${to.toUpperCase()}` })
    return true
  },
}

const parse: Action = {
  name: 'parse',
  example: 'parse the answer as JSON',
  pattern: /^(?:(?:reads?|decodes?)\s+(.*\b(csv|json)\b.*)|parses?\s+(.+))$/i,
  build(match, _request, draft) {
    const object = match[1] ?? match[3] ?? ''
    const form = /\b(csv|json)\b/i.exec(object)?.[1]?.toLowerCase() ?? formOf(draft)
    about(draft, object.replace(/\s*\b(?:as|into)\s+(?:csv|json)\b.*$/i, ''))
    step(draft, { type: READERS[form] ?? 'json_parse', does: `reads the ${form.toUpperCase()}` })
    return true
  },
}

/** The form of a text: what the file that it comes from is called. */
function formOf(draft: Draft): 'csv' | 'json' {
  const path = draft.value && draft.node(draft.value.node)?.data?.config?.path
  return typeof path === 'string' && /\.csv$/i.test(path) ? 'csv' : 'json'
}

const transform: Action = {
  name: 'transform',
  example: 'when a webhook comes in, transform the body and send a response back',
  pattern: /^(?:transforms?|reshapes?|maps?|restructures?|process(?:es)?)\s+(.+)$/i,
  build(match, request, draft) {
    about(draft, (match[1] ?? '').split(/\s+(?:with|using|by|into)\b/i)[0] ?? '')
    const quoted = /⟦(\d+)⟧/.exec(request)?.[0]
    const expression = quoted === undefined ? '$' : plain(quoted, draft.held)
    step(draft, {
      type: 'json_transform',
      settings: { expression },
      does: quoted === undefined ? 'passes the data on as it is, until you write its expression' : 'reshapes the data',
    })
    return true
  },
}

const filter: Action = {
  name: 'filter and sort',
  example: 'sort the list by price',
  pattern: /^(filters?|sorts?|groups?|deduplicates?|dedupes?|aggregates?|flattens?)\s+(.+)$/i,
  build(match, _request, draft) {
    const [object = '', by] = (match[2] ?? '').split(/\s+(?:by|on|where|with)\s+/i)
    about(draft, object)
    const verb = (match[1] ?? '').replace(/s$/i, '').toLowerCase()
    const operation = /dedup/.test(verb) ? 'unique' : (enumIn(verb, ['filter', 'sort', 'group', 'flatten']) ?? 'filter')
    step(draft, {
      type: 'data_operations',
      settings: { operation, ...(by === undefined ? {} : { key: plain(by, draft.held).split(/\s/)[0] }) },
      does: `does the operation "${String(operation)}" on the list`,
    })
    return true
  },
}

const PATH =
  /(?:\bfile\s+(?:called\s+|named\s+)?|\bto\s+|\bas\s+|\binto\s+|\bin\s+|\bcalled\s+|\bnamed\s+)(⟦\d+⟧|[\w./-]+\.[a-z]{2,5})\b/i

const saveFile: Action = {
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
    about(draft, /^(?:to|in|into|just)\b/i.test(rest) || request === rest ? 'it' : object)
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

function isList(draft: Draft): boolean {
  const node = draft.value && draft.node(draft.value.node)
  const dataType = node && portsOfNode(node, draft.catalogue).outputs.get(draft.value?.port ?? '')?.dataType
  return dataType === 'array' || dataType === 'json[]'
}

/** "to a file called totals.txt": the end of a sentence that began otherwise. */
const toFile: Action = {
  name: 'to a file',
  example: 'log the total... no wait, just to a file called totals.txt',
  pattern: /^(?:to|into|in)\s+(?:an?\s+|the\s+)?(?:file|disk)\b.*$/i,
  build: (_match, request, draft, again) => again(`save it ${request}`, draft),
}

const remember: Action = {
  name: 'remember',
  example: 'remember the answer under the key "last"',
  pattern: /^(?:remembers?|stores?|caches?|keeps?|saves?)\s+(.+)$/i,
  build(match, request, draft) {
    const [object = ''] = (match[1] ?? '').split(/\s+(?:under|as|in|with|for|to)\b/i)
    const quoted = /⟦(\d+)⟧/.exec(request)?.[0]
    about(draft, object)
    const key = quoted === undefined ? 'last' : plain(quoted, draft.held)
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

const log: Action = {
  name: 'log',
  example: 'log the answer',
  pattern: /^logs?\s+(.+)$/i,
  build(match, _request, draft) {
    about(draft, (match[1] ?? '').split(/\s+(?:as|at|with|to)\b/i)[0] ?? '')
    step(draft, { type: 'logger', isAside: true, isSink: true, does: 'writes it into the log' })
    return true
  },
}

const wait: Action = {
  name: 'wait',
  example: 'wait 30 seconds before showing the result',
  pattern: /^(?:waits?|pauses?|sleeps?|delays?|hold on)\b\s*(.*)$/i,
  build(match, request, draft) {
    const seconds = secondsIn(request)
    if (seconds === undefined) return false
    const place = /\b(before|after)\s+(.+)$/i.exec(match[1] ?? '')
    const target =
      place === null ? undefined : (targetOf(place[2] ?? '', draft) ?? nodesMeant(place[2] ?? '', draft).nodes[0]?.id)
    if (target === undefined) {
      if (draft.value === undefined && draft.before.nodes.length > 0) about(draft, 'it')
      step(draft, { type: 'delay', settings: { seconds }, does: `waits ${seconds} seconds` })
      return true
    }
    const id = draft.add('delay')
    if (id === undefined) return false
    draft.set(id, { seconds })
    insertBefore(draft, id, target)
    did(draft, `${draft.name(id)} waits ${seconds} seconds before ${draft.name(target)}.`)
    return true
  },
}

const embed: Action = {
  name: 'embed',
  example: 'split the text into chunks of 300 words and embed them',
  pattern: /^(?:embeds?|vectori[sz]es?|turns? .+ into vectors)\b\s*(.*)$/i,
  build(match, _request, draft) {
    about(draft, match[1] ?? '')
    step(draft, { type: 'embeddings', does: 'turns the texts into vectors' })
    return true
  },
}

/** A workflow that begins with something: `take a text`, `start with a list of users`. */
const take: Action = {
  name: 'take',
  example: 'take a text, translate it to French and show it',
  pattern:
    /^(?:i have|we have|there (?:is|are)|given|i get|we get|i(?:'ve| have) got|takes?|accepts?|starts? (?:with|from)|gets?|receives?|begins? with)\s+((?:an?|some|any|my|the)\s+.+?)(?:\s+as (?:an )?input)?$/i,
  build(match, _request, draft) {
    const object = match[1] ?? ''
    if (draft.value !== undefined || (draft.before.nodes.length > 0 && !/^(?:an?|some|any)\b/i.test(object)))
      return false
    sourceFor(draft, object)
    return true
  },
}

export const dataActions: readonly Action[] = [
  embed,
  queryDatabase,
  readFile,
  fetchPage,
  convert,
  parse,
  transform,
  filter,
  saveFile,
  toFile,
  log,
  wait,
  remember,
  take,
]
