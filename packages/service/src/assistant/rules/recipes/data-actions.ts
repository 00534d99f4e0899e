/** Steps that fetch, shape and keep data. */
import { nodeTypeIdOf } from '@millrace/model'
import { setWhatIsSaid } from '../apply-settings-text.ts'
import type { Draft } from '../draft.ts'
import { insertBefore } from '../graph/insert.ts'
import { nodesMeant } from '../language/find-node.ts'
import { settingsIn } from '../language/settings-in.ts'
import { secondsIn } from '../language/spans-and-signs.ts'
import { plain } from '../language/wording.ts'
import { did } from '../outcome.ts'
import type { Action } from './action.ts'
import { about, pageSource, sourceFor, step } from './flow.ts'
import { log, remember, saveFile, toFile } from './keep-actions.ts'
import { filter, formOf } from './list-actions.ts'
import { targetOf } from './people-actions.ts'

function addressOf(text: string, draft: Draft): string | undefined {
  const marks = [...text.matchAll(/⟦(\d+)⟧/g)].flatMap((match) => draft.held[Number(match[1])] ?? [])
  return marks.find((one) => one.kind === 'address')?.value
}

const fetchPage: Action = {
  name: 'fetch',
  example: 'fetch https://example.com/report',
  pattern:
    /^(?:fetch|fetches|downloads?|get|gets|load|loads|scrapes?|retrieves?|pulls?|grabs?|visits?|opens?|reads?|crawls?|calls?|query|requests?|hits?|invokes?|ping|checks?|monitors?|polls?|watch(?:es)?)\s+(.+)$/i,
  build(match, request, draft) {
    const object = match[1] ?? ''
    const address = addressOf(object, draft)
    if (changesTheOne(object, draft)) return true
    if (ofEachItem(object, draft)) return true
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

/** In a loop over addresses, "fetch each" calls the item. */
function ofEachItem(object: string, draft: Draft): boolean {
  const isItem = draft.loop !== undefined && draft.value?.node === draft.loop && draft.value.port === 'item'
  if (
    !isItem ||
    !/^(?:it|each|each one|every one|each of them|them|the (?:url|page|address|link|item)|that)$/i.test(object.trim())
  )
    return false
  return (
    step(draft, { type: 'http_request', label: 'Fetch page', into: 'url', does: 'fetches the address of the item' }) !==
    undefined
  )
}

/** `call the API with POST`, where one request is there: that one is meant. */
function changesTheOne(object: string, draft: Draft): boolean {
  if (!/^(?:the|that|this|my)\s+(?:api|page|url|service|endpoint|web ?site|address|request)\b/i.test(object))
    return false
  const there = draft.before.nodes.filter((node) => nodeTypeIdOf(node) === 'http_request')
  const [only] = there
  const type = draft.catalogue.types.get('http_request')
  if (only === undefined || there.length > 1 || type === undefined || draft.value !== undefined) return false
  return setWhatIsSaid(object, only, type, draft)
}

const readFile: Action = {
  name: 'read a file',
  example: 'read the file notes.txt',
  pattern:
    /^(?:reads?|loads?|opens?|gets?|imports?|uploads?)\s+(?:the\s+|an?\s+)?(?:content of (?:the\s+)?)?(?:(?:text\s+)?file\s+)?(⟦\d+⟧|[\w./-]+\.[a-z]{2,4}|files?\b.*|.*\bfile)$/i,
  build(match, _request, draft) {
    if (addressOf(match[1] ?? '', draft) !== undefined) return false
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
    if (/\b(?:html|xml|ya?ml|pdf|markdown|excel|xlsx)\b/i.test(object)) return false
    const form = /\b(csv|json)\b/i.exec(object)?.[1]?.toLowerCase() ?? formOf(draft)
    about(draft, object.replace(/\s*\b(?:as|into)\s+(?:csv|json)\b.*$/i, ''))
    step(draft, { type: READERS[form] ?? 'json_parse', does: `reads the ${form.toUpperCase()}` })
    return true
  },
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

const pickField: Action = {
  name: 'pick a field',
  example: 'take the field price out of the answer',
  pattern:
    /^(?:takes?|picks?|gets?|reads?|grabs?|pulls?|extracts?|keeps?|uses?|selects?|outputs?|shows?|prints?|returns?|displays?|logs?)\s+(?:only\s+|just\s+|out\s+)*(?:the\s+)?(?:(?:field|property|attribute|key|path)\s+(⟦\d+⟧|[\w.]+)|(⟦\d+⟧|[\w.]+)\s+(?:field|property|attribute))(?:\s+(?:out of|from|of|in)\s+(.+)|\s+out)?$/i,
  build(match, request, draft, again) {
    const path = plain(match[1] ?? match[2] ?? '', draft.held)
    about(draft, match[3] ?? 'it', (one) => sourceFor(one, 'json data'))
    step(draft, { type: 'data_extractor', settings: { path }, does: `takes "${path}" out of it` })
    const verb = /^(?:output|show|print|return|display|log)/i.exec(request)?.[0]
    return verb === undefined || again(/^log/i.test(verb) ? 'log it' : 'show it', draft)
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

const calculate: Action = {
  name: 'calculate',
  example: 'calculate 3 * (4 + 5)',
  pattern: /^(?:calculates?|computes?|evaluates?|works? out)\s+([\d.]+[\d\s.+\-*/()^%]+)$/i,
  build(match, _request, draft) {
    const expression = (match[1] ?? '').trim()
    draft.value = undefined
    step(draft, {
      type: 'calculator',
      settings: { operation: 'expression', expression },
      does: `computes ${expression}`,
    })
    return true
  },
}

export const lookUp: Action = {
  name: 'look up',
  example: 'look up similar documents in the vector store "kb"',
  pattern:
    /^(?:looks? up|searche?s?|finds?|quer(?:y|ies)|retrieves?)\b(.*)\b(?:vector (?:store|database|db|index)|knowledge base|collection)\b\s*(?:called\s+|named\s+)?(⟦\d+⟧|\w+)?/i,
  build(match, _request, draft) {
    about(draft, 'it')
    const collection = match[2] === undefined ? 'documents' : plain(match[2], draft.held)
    step(draft, {
      type: 'vector_store',
      settings: { operation: 'search', collection },
      into: 'query',
      does: `finds the nearest documents of the collection "${collection}"`,
    })
    return true
  },
}

const validate: Action = {
  name: 'validate',
  example: 'validate the answer against a JSON schema',
  pattern:
    /^(?:validates?|verif(?:y|ies)|checks?)\s+(.+?)\s+(?:against|with|by)\s+(?:an?\s+|the\s+|this\s+)?(?:json\s+)?schema\b\s*:?\s*(⟦\d+⟧)?$/i,
  build(match, _request, draft) {
    about(draft, match[1] ?? 'it')
    const given = /^⟦(\d+)⟧$/.exec(match[2] ?? '')?.[1]
    const schema = given === undefined ? undefined : parsedJson(draft.held[Number(given)]?.value ?? '')
    step(draft, {
      type: 'json_validator',
      settings: { jsonSchema: schema ?? { type: 'object' } },
      does: schema === undefined ? 'lets every object pass, until you write its schema' : 'checks it',
    })
    return true
  },
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A workflow that begins with something: `take a text`, `start with a list of users`. */
const take: Action = {
  name: 'take',
  example: 'take a text, translate it to French and show it',
  pattern:
    /^(?:let (?:me|the user|users|somebody|someone) (?:enter|type|input|write|paste|give)(?: in)?|i have|we have|there (?:is|are)|given|i get|we get|i(?:'ve| have) got|takes?|accepts?|starts? (?:with|from)|gets?|receives?|begins? with)\s+((?:an?|some|any|my|the)\s+.+?)(?:\s+as (?:an )?input)?$/i,
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
  pickField,
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
  calculate,
  validate,
  take,
]
