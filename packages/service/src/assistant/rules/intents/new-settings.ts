/** The settings that a wording gives to a node that it adds. */
import type { NodeType } from '@millrace/model'
import type { Draft } from '../draft.ts'
import { settingsIn } from '../language/settings-in.ts'
import { plain } from '../language/wording.ts'
import { partsOf } from '../language/words.ts'
import { scheduleIn } from '../recipes/schedule.ts'

/** What is added, without what is said about it. */
export function headOf(text: string): string {
  return (
    text
      .split(
        /\s+(?:that|which|who|called|named|labelled|labeled|titled|with|saying|for|to|of|at|in|on|using|where|when|from|so)\s+|:|⟦/i,
      )[0]
      ?.trim() || text
  )
}

/** What the wording sets, and the text in quotes for the setting that a type is about. */
export function settingsOf(text: string, type: NodeType, draft: Draft): Record<string, unknown> {
  const head = headOf(text)
  const { values } = settingsIn(text, type, draft.held, text.startsWith(head) ? text.slice(head.length) : text)
  const given: Record<string, unknown> = { ...values }
  const quoted = [...text.matchAll(/⟦(\d+)⟧/g)]
    .flatMap((match) => draft.held[Number(match[1])] ?? [])
    .filter((one) => one.kind === 'text')
  const main = MAIN_SETTINGS[type.node_type_id]
  const [first] = quoted
  if (main !== undefined && first !== undefined && given[main] === undefined) given[main] = first.value
  if (type.node_type_id === 'webhook_trigger') {
    const path = /\s\/?([\w-]+(?:\/[\w-]+)*)\s*$/.exec(
      /(?:at|path|under|on)\s+(\/?[\w/-]+)/i.exec(text)?.[0] ?? '',
    )?.[1]
    if (path !== undefined) given.path = path
  }
  if (type.node_type_id === 'schedule_trigger' && first === undefined) {
    const cron = scheduleIn(text)?.cron
    if (cron !== undefined) given.cron = cron
  }
  const branches = /\b(?:branches|cases|ways|options|routes)\s*:?\s+(?:called\s+|named\s+|for\s+)?(.+)$/i.exec(
    text,
  )?.[1]
  if (type.node_type_id === 'switch' && branches !== undefined) {
    given.branches = partsOf(plain(branches, draft.held)).map((name) => ({ name, label: name, value: name }))
  }
  if (type.node_type_id === 'if_else' && first !== undefined) given.matchText = first.value
  return given
}

/** The setting that a text in quotes is for. */
const MAIN_SETTINGS: Readonly<Record<string, string>> = {
  notes: 'content',
  sql_query: 'query',
  chat_model: 'systemPrompt',
  simple_agent: 'systemPrompt',
  prompt_template: 'template',
  text_input: 'defaultValue',
  confirmation: 'message',
  text_prompt: 'message',
  form: 'message',
  choice: 'message',
  review: 'message',
  json_transform: 'expression',
  code: 'source',
  calculator: 'expression',
  regex_extractor: 'pattern',
  text_find_replace: 'findText',
  summarizer: 'instructions',
  fail: 'message',
  stop: 'message',
  data_extractor: 'path',
  file_read: 'path',
  file_write: 'path',
  vector_store: 'collection',
  key_value: 'key',
  output: 'name',
  while: 'condition',
  schedule_trigger: 'cron',
  webhook_trigger: 'path',
  if_else: 'matchText',
  sub_workflow: 'workflow',
  idea: 'title',
}
