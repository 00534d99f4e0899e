/**
 * A compact copy of the built-in catalogue specification, which a test compares with the node types.
 * A row: id | visual | category | data inputs | data outputs | config keys | tool. A star marks required entries.
 */
export interface Row {
  readonly id: string
  readonly visual: string
  readonly category: string
  readonly inputs: string[]
  readonly outputs: string[]
  readonly keys: string[]
  readonly requiredKeys: string[]
  readonly isTool: boolean
}

function rows(table: string): Row[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', visual = '', category = '', ...rest] = line.split('|').map((cell) => cell.trim())
      const [inputs = [], outputs = [], keys = [], flags = []] = rest.map((cell) => cell.split(/\s+/).filter(Boolean))
      return {
        id,
        visual,
        category,
        inputs,
        outputs,
        keys: keys.map((key) => key.replace('*', '')),
        requiredKeys: keys.filter((key) => key.endsWith('*')).map((key) => key.replace('*', '')),
        isTool: flags.includes('tool'),
      }
    })
}

export const NATIVE = rows(`
start | terminal | triggers | | inputs:json | schema variant
webhook_trigger | terminal | triggers | | body:mixed headers:json query:json method:string | path* method auth credential secret respond
schedule_trigger | terminal | triggers | | scheduled_at:datetime | cron* timezone overlap enabled
error_trigger | terminal | triggers | | failure:json message:string workflow_name:string execution_url:string |
chat_input | simple | inputs | | message:string history:messages session_id:string | defaultValue
text_input | simple | inputs | | text:string | defaultValue placeholder multiline
number_input | simple | inputs | | value:number | defaultValue
boolean_input | simple | inputs | | value:boolean | defaultValue
json_input | simple | inputs | | value:json | defaultValue
file_input | default | inputs | | file:file content:string | acceptedTypes maxSize
text_output | simple | outputs | text:string* | | format maxLength
chat_output | default | outputs | message:string* metadata:json | message:string | role format
output | simple | outputs | value:mixed* | | name
end | terminal | outputs | value:mixed | | variant status
logger | simple | helpers | message:mixed* | message:mixed | level
if_else | gateway | logic | data:mixed | | operator matchText expression caseSensitive branches
switch | gateway | logic | value:mixed* | | branches caseSensitive
merge | square | logic | a:mixed b:mixed c:mixed d:mixed | merged:mixed | mode dynamicInputs
foreach | default | logic | items:array* loop_back:mixed | item:mixed index:number total:number is_first:boolean is_last:boolean results:array completed:trigger | maxIterations concurrency continueOnError
while | default | logic | value:mixed loop_back:mixed | value:mixed index:number result:mixed completed:trigger | condition* maxIterations
delay | simple | logic | value:mixed | value:mixed | seconds until
stop | terminal | logic | reason:string | | message code
fail | terminal | logic | reason:string | | message code
sub_workflow | default | logic | inputs:json | outputs:json execution_id:string | workflow* wait | tool
http_request | default | data | url:url body:mixed headers:json | status_code:number headers:json body:string json:json | url method headers body timeout followRedirects failOnStatus auth token | tool
prompt_template | default | prompts | data:json | output:string missing_variables:string[] | template* strictMode dynamicInputs
json_transform | default | processing | data:mixed* | result:mixed | expression*
code | default | processing | data:mixed | result:mixed logs:string[] | source* timeoutMs memoryMb dynamicInputs | tool
data_extractor | default | processing | data:mixed* | value:mixed found:boolean | path*
data_operations | default | processing | data:array* | result:array output_count:number | operation key condition value expression
data_mapper | default | processing | | | mappings dynamicInputs dynamicOutputs
json_parse | default | processing | text:string* | data:mixed |
json_stringify | default | processing | data:mixed* | text:string | indent
json_validator | default | processing | data:mixed* | valid:boolean errors:json[] data:mixed | jsonSchema*
csv_parse | default | processing | text:string* | rows:json[] columns:string[] | delimiter header
csv_write | default | processing | rows:json[]* | text:string | delimiter header
text_formatter | default | processing | text:string* | formatted:string | operation prefix suffix
text_find_replace | default | processing | text:string* | text:string count:number | findText* replaceText caseSensitive useRegex wholeWordsOnly
regex_extractor | default | processing | text:string* | matches:array groups:json | pattern* flags matchAll
split_text | default | processing | text:string* | chunks:string[] total:number | method chunkSize separator
calculator | default | tools | expression:string values:number[] | result:number | operation expression precision | tool
date_time | default | tools | datetime:string | datetime:string timestamp:number iso:string | operation format timezone amount unit | tool
key_value | default | data | key:string value:mixed | value:mixed found:boolean | operation namespace | tool
send_email | default | data | to:mixed subject:string text:string html:string attachments:mixed | message_id:string accepted:string[] rejected:string[] | credential* from to subject text html cc bcc replyTo timeout | tool
sql_query | default | data | parameters:json | rows:json[] count:number | connection query* readOnly | tool
file_read | default | data | path:string | content:string size:number |
file_write | default | data | path:string content:mixed | content:string size:number |
chat_model | default | models | message:string* system:string history:messages | response:string usage:json finish_reason:string | provider model* systemPrompt temperature maxTokens apiKey baseUrl responseSchema
simple_agent | default | agents | message:string* history:messages tool:tool | response:string steps:json[] usage:json | provider model* systemPrompt temperature maxTokens apiKey baseUrl responseSchema maxTurns approveTools
text_classifier | default | ai | text:string* | label:string confidence:number | labels provider model temperature maxTokens apiKey baseUrl
information_extractor | default | ai | text:string* | data:json | schema provider model temperature maxTokens apiKey baseUrl
summarizer | default | ai | text:string* | summary:string | length provider model temperature maxTokens apiKey baseUrl
embeddings | default | embeddings | texts:string[]* | embeddings:array dimensions:number | provider model apiKey
vector_store | default | vector stores | documents:json[] embeddings:array query:string | matches:json[] count:number | collection* operation topK filter
conversation_memory | default | memories | message:mixed | history:messages | scope maxMessages
mcp_tools | default | tools | | tool:tool | transport url headers include
confirmation | gateway | interrupts | message:string | expired:trigger | message* confirmLabel cancelLabel allowCancel expiresIn defaultAnswer approvals approvers branches
choice | default | interrupts | message:string options:array | choice:mixed expired:trigger | message* options* multiple minSelections maxSelections allowCancel expiresIn defaultAnswer
text_prompt | default | interrupts | message:string | text:string expired:trigger | message* placeholder multiline minLength maxLength defaultValue allowCancel expiresIn defaultAnswer
form | default | interrupts | message:string defaults:json | data:json expired:trigger | message* schema* allowCancel expiresIn defaultAnswer
review | gateway | interrupts | changes:array* | decisions:json accepted:json expired:trigger | message* allowCancel expiresIn defaultAnswer branches
notes | note | helpers | | | content noteType
group | note | helpers | | | color content
idea | idea | helpers | left:mixed top:mixed | right:mixed bottom:mixed | title description
`)

/** Here the rows include the reserved ports: these types have no others. */
export const AGENT_SPEC = rows(`
agentspec.start_node | terminal | triggers | | trigger:trigger | dynamicOutputs
agentspec.end_node | terminal | outputs | trigger:trigger | | dynamicInputs
agentspec.llm_node | default | ai | prompt:string trigger:trigger | llm_output:string trigger:trigger error:json | prompt_template system_prompt llm_config_ref
agentspec.api_node | default | data | body:json trigger:trigger | response:json status_code:number trigger:trigger error:json | endpoint method headers
agentspec.agent_node | default | agents | input:string trigger:trigger | output:string trigger:trigger error:json | agent_ref max_turns
agentspec.flow_node | simple | processing | input:mixed trigger:trigger | output:mixed trigger:trigger error:json | flow_ref
agentspec.map_node | default | processing | collection:array* trigger:trigger | results:array trigger:trigger error:json | input_collection output_collection map_flow_ref
agentspec.branching_node | gateway | logic | input:mixed trigger:trigger | error:json | branches
agentspec.tool_node | tool | tools | tool:tool trigger:trigger | result:mixed tool:tool trigger:trigger error:json | tool_ref
agentspec.parallel_map_node | default | processing | collection:array* trigger:trigger | results:array trigger:trigger error:json | input_collection output_collection map_flow_ref
agentspec.parallel_flow_node | simple | processing | input:mixed trigger:trigger | output:mixed trigger:trigger error:json | flow_refs
agentspec.input_message_node | default | inputs | trigger:trigger | user_input:string trigger:trigger error:json | message
agentspec.output_message_node | default | outputs | text:string trigger:trigger | trigger:trigger error:json | message
agentspec.catch_exception_node | default | logic | input:mixed trigger:trigger | output:mixed caught_exception_info:string caught_exception_branch:trigger trigger:trigger error:json | flow_ref
`)

/** Native types and their Agent Spec components. */
export const MAPPED: Readonly<Record<string, string>> = {
  start: 'start_node',
  end: 'end_node',
  chat_input: 'input_message_node',
  text_prompt: 'input_message_node',
  chat_output: 'output_message_node',
  chat_model: 'llm_node',
  http_request: 'api_node',
  simple_agent: 'agent_node',
  sub_workflow: 'flow_node',
  foreach: 'map_node',
  if_else: 'branching_node',
  switch: 'branching_node',
  code: 'tool_node',
  calculator: 'tool_node',
  date_time: 'tool_node',
  key_value: 'tool_node',
  send_email: 'tool_node',
  sql_query: 'tool_node',
}

/** Enumerated values by type and key. */
export const CHOICES: Readonly<Record<string, string>> = {
  'webhook_trigger/auth': 'none token hmac gitlab slack stripe standard',
  'webhook_trigger/respond': 'accepted finished output',
  'schedule_trigger/overlap': 'skip buffer cancel',
  'text_output/format': 'plain markdown html json',
  'end/variant': 'end exit',
  'end/status': 'completed failed',
  'if_else/operator':
    'equals not_equals contains starts_with ends_with regex greater_than less_than is_empty expression',
  'merge/mode': 'object list first',
  'http_request/auth': 'none bearer basic',
  'data_operations/operation': 'filter sort group map reduce unique slice flatten merge',
  'text_formatter/operation': 'none uppercase lowercase capitalize trim slugify reverse',
  'key_value/operation': 'get set delete list',
  'vector_store/operation': 'upsert search delete',
  'conversation_memory/scope': 'session workflow',
  'mcp_tools/transport': 'http sse stdio',
  'chat_model/provider': 'openai anthropic google ollama openai_compatible echo',
  'agentspec.api_node/method': 'GET POST PUT PATCH DELETE',
}
