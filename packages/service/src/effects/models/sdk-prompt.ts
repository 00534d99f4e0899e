/** Converts a model call to the types of the AI SDK. */
import { isObject, type ModelCall, type ModelMessage, type ToolCall } from '@millrace/model'
import type { JSONSchema7, ModelMessage as SdkMessage, ToolSet } from 'ai'

type Sdk = typeof import('ai')
type AssistantPart = Exclude<Extract<SdkMessage, { role: 'assistant' }>['content'], string>[number]

/** The system text. All system messages come first, because providers differ in where else they accept them. */
export function instructionsOf({ system, messages }: ModelCall, more?: string): string | undefined {
  const later = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []))
  const all = [system, ...later, more].filter((text) => text !== undefined && text !== '')
  return all.length === 0 ? undefined : all.join('\n\n')
}

/** The conversation without its system messages. */
export function messagesOf(messages: readonly ModelMessage[]): SdkMessage[] {
  return messages.filter((message) => message.role !== 'system').map(messageOf)
}

function messageOf(message: ModelMessage): SdkMessage {
  if (message.role === 'assistant') {
    return { role: 'assistant', content: assistantParts(message.content, message.toolCalls ?? []) }
  }
  if (message.role !== 'tool') return { role: 'user', content: message.content }
  const { toolCallId, name: toolName, content } = message
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: content } }],
  }
}

function assistantParts(text: string, calls: readonly ToolCall[]): AssistantPart[] {
  const said: AssistantPart[] = text === '' && calls.length > 0 ? [] : [{ type: 'text', text }]
  return [
    ...said,
    ...calls.map(({ id, name, args }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input: args,
    })),
  ]
}

/** The tools without an implementation: the caller executes them. */
export function toolsOf({ tools = [] }: ModelCall, sdk: Sdk): ToolSet | undefined {
  if (tools.length === 0) return undefined
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      sdk.tool({ description, inputSchema: sdk.jsonSchema(parameters as JSONSchema7) }),
    ]),
  )
}

/** Converts a tool call of the SDK; arguments that are not a JSON object are kept under `_raw`. */
export function toolCallOf(call: {
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
}): ToolCall {
  const { toolCallId: id, toolName: name, input } = call
  const args = isObject(input) ? input : { _raw: typeof input === 'string' ? input : JSON.stringify(input) }
  return { id, name, args }
}

/** Requests JSON that matches the schema from the provider but returns text; the caller validates it. */
export function jsonOutput(schema: Readonly<Record<string, unknown>>, sdk: Sdk) {
  const responseFormat = Promise.resolve({ type: 'json' as const, schema: schema as JSONSchema7 })
  return { ...sdk.Output.text(), responseFormat }
}

/** The schema as a prompt, for a provider that does not accept it as a parameter. */
export function schemaInstruction(schema: Readonly<Record<string, unknown>>): string {
  return `Answer with JSON only: no other text, no code fence. It must match this JSON Schema:\n${JSON.stringify(schema)}`
}

/** Removes a code fence that a model puts around the JSON anyway. */
export function withoutFence(text: string): string {
  const trimmed = text.trim()
  const lineEnd = trimmed.indexOf('\n')
  const isFenced = lineEnd > 0 && trimmed.endsWith('```') && /^```(?:json)?\s*$/i.test(trimmed.slice(0, lineEnd))
  return isFenced ? trimmed.slice(lineEnd + 1, -3).trimEnd() : text
}
