/**
 * How our types without an Agent Spec component are exported. Custom types are not in this table: their behaviour is
 * unknown, so they are reported as not mappable.
 */

/** Launch inputs: properties of the start node. */
const INPUTS = [
  ...['text_input', 'number_input', 'boolean_input', 'json_input', 'file_input'],
  ...['webhook_trigger', 'schedule_trigger', 'error_trigger'],
]

/** Outputs of the execution: properties of the end nodes. */
const OUTPUTS = ['output']

/** Questions to people: client tools. */
const QUESTIONS = ['confirmation', 'choice', 'form', 'review', 'text_prompt']

/** Server tools that Millrace knows by the id of the type. */
const TOOLS = [
  ...['data_extractor', 'data_mapper', 'data_operations', 'json_transform', 'json_parse', 'json_stringify'],
  ...['json_validator', 'csv_parse', 'csv_write', 'text_formatter', 'text_find_replace', 'regex_extractor'],
  ...['split_text', 'prompt_template', 'merge', 'logger', 'delay', 'fail', 'file_read', 'file_write'],
  ...['text_classifier', 'information_extractor', 'summarizer', 'embeddings', 'vector_store', 'conversation_memory'],
]

const KINDS: ReadonlyMap<string, string> = new Map([
  ...INPUTS.map((id) => [id, 'input'] as const),
  ...OUTPUTS.map((id) => [id, 'output'] as const),
  ...QUESTIONS.map((id) => [id, 'question'] as const),
  ...TOOLS.map((id) => [id, 'tool_node'] as const),
  ['text_output', 'output_message_node'],
  ['stop', 'end_node'],
])

/** What a type is exported as; undefined for foreign types and types that declare it themselves. */
export function millraceKind(typeId: string): string | undefined {
  return KINDS.get(typeId)
}

export function isInputType(typeId: string): boolean {
  return KINDS.get(typeId) === 'input'
}

export function isOutputType(typeId: string): boolean {
  return KINDS.get(typeId) === 'output'
}

export function isQuestionType(typeId: string): boolean {
  return QUESTIONS.includes(typeId)
}
