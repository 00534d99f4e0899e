/** Steps on lists: filtering, sorting, grouping. */
import type { Draft } from '../draft.ts'
import { portsOfNode } from '../graph/ports.ts'
import { enumIn } from '../language/settings-in.ts'
import { plain } from '../language/wording.ts'
import type { Action } from './action.ts'
import { about, step } from './flow.ts'

/** The form of a text: what the file that it comes from is called. */
export function formOf(draft: Draft): 'csv' | 'json' {
  const path = draft.value && draft.node(draft.value.node)?.data?.config?.path
  return typeof path === 'string' && /\.csv$/i.test(path) ? 'csv' : 'json'
}

export const filter: Action = {
  name: 'filter and sort',
  example: 'sort the list by price',
  pattern:
    /^(filters?|sorts?|orders?|groups?|deduplicates?|dedupes?|aggregates?|flattens?|keeps?(?= (?:only |just )?(?:the )?(?:rows|items|entries|records|those|ones|elements|lines)\b)|(?:drops?|removes?|skips?|excludes?|discards?|ignores?)(?= (?:all |the |any )*(?:rows|items|entries|records|those|ones|elements|lines|duplicates)\b))\s+(.+)$/i,
  build(match, _request, draft) {
    const verb = (match[1] ?? '').replace(/s$/i, '').toLowerCase()
    const said = (match[2] ?? '').replace(/^(?:only|just|out)\s+/i, '')
    const [object = '', by] = said.split(/(?:^|\s+)(?:by|on|where|whose|with|that have|which have|if)\s+/i)
    if (!aboutList(draft, object)) about(draft, object)
    const isUnique = /dedup/.test(verb) || /^duplicates?\b/i.test(object)
    const isOut = /^(?:drop|remove|skip|exclude|discard|ignore)/.test(verb) || /^out\b/i.test(match[2] ?? '')
    const operation = isUnique
      ? 'unique'
      : (enumIn(verb.replace(/^order$/, 'sort'), ['sort', 'group', 'flatten']) ?? 'filter')
    const settings = by === undefined ? {} : operation === 'filter' ? comparison(by, isOut, draft) : keyOnly(by, draft)
    step(draft, {
      type: 'data_operations',
      settings: { operation, ...settings },
      does: `does the operation "${String(operation)}" on the list`,
    })
    return true
  },
}

function keyOnly(text: string, draft: Draft): Record<string, unknown> {
  return {
    key: plain(text, draft.held)
      .replace(/^(?:the|their|its)\s+/i, '')
      .split(/[\s,]/)[0],
  }
}

const OPPOSITE: Readonly<Record<string, string>> = {
  equals: 'not_equals',
  not_equals: 'equals',
  greater_than: 'less_than_or_equal',
  less_than: 'greater_than_or_equal',
}

/** `price > 10`, `status is open`: the field, how it is compared, and with what; the opposite where they are to go. */
function comparison(text: string, isOut: boolean, draft: Draft): Record<string, unknown> {
  const [, field = '', how = '', raw = ''] =
    /^(?:the\s+|their\s+|an?\s+)?([\w.]+)\s+(?:of\s+)?(is not|isn't|is (?:greater|bigger|larger|more|higher|less|smaller|lower|over|above|below|under)(?: than)?|(?:greater|bigger|larger|more|less|smaller|over|above|below|under)(?: than)?|equals?|contains?|is|are|>|<|=+|!=)\s*(⟦\d+⟧|-?[\w.]+)/i.exec(
      text,
    ) ?? []
  if (field === '') return keyOnly(text, draft)
  const operators = ['greater_than', 'less_than', 'not_equals', 'contains', 'equals']
  const condition = String(enumIn(` ${how} `, operators) ?? 'equals')
  const value = plain(raw, draft.held)
  const number = /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
  return { key: field, condition: isOut ? (OPPOSITE[condition] ?? condition) : condition, value: number }
}

/** The list of the workflow, where none or only "the rows" was spoken of; a CSV text is read first. */
function aboutList(draft: Draft, object: string): boolean {
  if (
    !/^(?:|the rows|rows|the items|items|the list|it|them|those|the entries|entries|the records|records|duplicates)$/i.test(
      object.trim(),
    )
  )
    return false
  const current = draft.value
  if (current !== undefined) {
    if (!isList(draft) && formOf(draft) === 'csv') step(draft, { type: 'csv_parse', does: 'reads the CSV' })
    return true
  }
  const lists = draft.graph.nodes.flatMap((node) =>
    [...portsOfNode(node, draft.catalogue).outputs.values()]
      .filter((port) => port.dataType === 'array' || port.dataType === 'json[]')
      .map((port) => ({ node: node.id, port: port.id })),
  )
  const [only] = lists
  if (only === undefined || lists.length > 1) return false
  draft.value = only
  return true
}

export function isList(draft: Draft): boolean {
  const node = draft.value && draft.node(draft.value.node)
  const dataType = node && portsOfNode(node, draft.catalogue).outputs.get(draft.value?.port ?? '')?.dataType
  return dataType === 'array' || dataType === 'json[]'
}
