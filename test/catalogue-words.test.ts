/** The search of the editor over the built-in node types, with the words that users of such tools type. */
import { catalogueOf, type NodeType } from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'
import { describe, expect, test } from 'vitest'
import { searchTypes } from '../packages/web/src/editor/catalogue-search.ts'

const catalogue = catalogueOf(await loadBuiltInNodes())
const idsFor = (query: string, options?: Parameters<typeof searchTypes>[2]) =>
  searchTypes(catalogue, query, options).map(({ node_type_id }: NodeType) => node_type_id)

const FIRST_HITS: readonly (readonly [query: string, first: string])[] = [
  // Models and agents
  ['llm', 'chat_model'],
  ['gpt', 'chat_model'],
  ['openai', 'chat_model'],
  ['claude', 'chat_model'],
  ['anthropic', 'chat_model'],
  ['ollama', 'chat_model'],
  ['ai', 'chat_model'],
  ['model', 'chat_model'],
  ['agent', 'simple_agent'],
  ['tool', 'mcp_tools'],
  ['mcp', 'mcp_tools'],
  ['prompt', 'prompt_template'],
  ['template', 'prompt_template'],
  ['memory', 'conversation_memory'],
  ['history', 'conversation_memory'],
  ['rag', 'vector_store'],
  ['vector', 'vector_store'],
  ['embedding', 'embeddings'],
  ['classify', 'text_classifier'],
  ['sentiment', 'text_classifier'],
  ['summary', 'summarizer'],
  ['chunk', 'split_text'],
  // People
  ['approval', 'confirmation'],
  ['approve', 'confirmation'],
  ['human', 'confirmation'],
  ['form', 'form'],
  ['question', 'text_prompt'],
  ['ask', 'text_prompt'],
  // Calls and data
  ['api', 'http_request'],
  ['http', 'http_request'],
  ['rest', 'http_request'],
  ['fetch', 'http_request'],
  ['email', 'send_email'],
  ['mail', 'send_email'],
  ['smtp', 'send_email'],
  ['slack', 'http_request'],
  ['webhook', 'webhook_trigger'],
  ['respond', 'output'],
  ['return', 'output'],
  ['response', 'output'],
  ['cron', 'schedule_trigger'],
  ['timer', 'delay'],
  ['trigger', 'webhook_trigger'],
  ['sql', 'sql_query'],
  ['database', 'sql_query'],
  ['postgres', 'sql_query'],
  ['file', 'file_input'],
  ['upload', 'file_input'],
  ['pdf', 'file_input'],
  ['csv', 'csv_parse'],
  ['excel', 'csv_parse'],
  ['json', 'json_input'],
  ['cache', 'key_value'],
  ['variable', 'key_value'],
  ['set', 'data_mapper'],
  ['edit fields', 'data_mapper'],
  ['map', 'data_mapper'],
  ['filter', 'data_operations'],
  ['sort', 'data_operations'],
  ['group by', 'data_operations'],
  ['transform', 'json_transform'],
  ['expression', 'json_transform'],
  ['jsonata', 'json_transform'],
  ['regex', 'regex_extractor'],
  ['replace', 'text_find_replace'],
  ['date', 'date_time'],
  ['now', 'date_time'],
  ['math', 'calculator'],
  ['python', 'code'],
  ['javascript', 'code'],
  ['function', 'code'],
  ['schema', 'json_validator'],
  // Logic
  ['if', 'if_else'],
  ['condition', 'if_else'],
  ['branch', 'if_else'],
  ['router', 'switch'],
  ['case', 'switch'],
  ['loop', 'foreach'],
  ['iterate', 'foreach'],
  ['parallel', 'foreach'],
  ['repeat', 'while'],
  ['retry', 'while'],
  ['try', 'fail'],
  ['error', 'error_trigger'],
  ['throw', 'fail'],
  ['join', 'merge'],
  ['wait', 'delay'],
  ['sleep', 'delay'],
  ['subflow', 'sub_workflow'],
  ['execute workflow', 'sub_workflow'],
  // Helpers
  ['print', 'logger'],
  ['debug', 'logger'],
  ['sticky', 'notes'],
  ['comment', 'notes'],
  ['input', 'text_input'],
  ['output', 'output'],
  ['chat', 'chat_input'],
  ['start', 'start'],
  ['end', 'end'],
]

describe('the search for node types', () => {
  test.each(FIRST_HITS)('finds for "%s" first %s', (query, first) => {
    expect(idsFor(query)[0]).toBe(first)
  })

  test('covers at least 60 words', () => {
    expect(new Set(FIRST_HITS.map(([query]) => query)).size).toBeGreaterThanOrEqual(60)
  })

  test('offers Agent Spec types only in Agent Spec workflows or when the query asks for them', () => {
    const isSpec = (id: string) => id.startsWith('agentspec.')
    for (const [query] of FIRST_HITS) expect(idsFor(query).some(isSpec)).toBe(false)
    expect(idsFor('llm', { withAgentSpec: true })).toContain('agentspec.llm_node')
    for (const query of ['agent spec llm', 'agentspec llm', 'Agent-Spec llm']) {
      expect(idsFor(query)[0]).toBe('agentspec.llm_node')
      expect(idsFor(query).every(isSpec)).toBe(true)
    }
  })

  test('prefers types that are used a lot', () => {
    expect(idsFor('text')[0]).not.toBe('text_output')
    expect(idsFor('text', { usageOf: (id) => (id === 'text_output' ? 1 : 0) })[0]).toBe('text_output')
  })
})
