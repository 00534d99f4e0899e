/** A model call in the words of the AI SDK. */
import { isObject, type ModelCall, type ModelMessage, type ToolCall } from '@millrace/model'
import type { JSONSchema7, ModelMessage as SdkMessage, ToolSet } from 'ai'

type Sdk = typeof import('ai')
type AssistantPart = Exclude<Extract<SdkMessage, { role: 'assistant' }>['content'], string>[number]

/** What is said before everything else. Providers differ in where else they let it stand, so all of it comes first. */
export function instructionsOf({ system, messages }: ModelCall, more?: string): string | undefined {
  const later = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []))
  const all = [system, ...later, more].filter((text) => text !== undefined && text !== '')
  return all.length === 0 ? undefined : all.join('\n\n')
}

/** The conversation, without what `instructionsOf` says. */
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

/** The tools, with nothing to run them: that is the caller's. */
export function toolsOf({ tools = [] }: ModelCall, sdk: Sdk): ToolSet | undefined {
  if (tools.length === 0) return undefined
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      sdk.tool({ description, inputSchema: sdk.jsonSchema(parameters as JSONSchema7) }),
    ]),
  )
}

/** A call as the SDK tells of it; arguments that are no JSON object are kept as they came, under `_raw`. */
export function toolCallOf(call: {
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
}): ToolCall {
  const { toolCallId: id, toolName: name, input } = call
  const args = isObject(input) ? input : { _raw: typeof input === 'string' ? input : JSON.stringify(input) }
  return { id, name, args }
}

/** The answer is text for us, and JSON that fits the schema for the provider; whether it does is checked by the caller. */
export function jsonOutput(schema: Readonly<Record<string, unknown>>, sdk: Sdk) {
  const responseFormat = Promise.resolve({ type: 'json' as const, schema: schema as JSONSchema7 })
  return { ...sdk.Output.text(), responseFormat }
}

/** For a provider that has no way to be told of a schema. */
export function schemaInstruction(schema: Readonly<Record<string, unknown>>): string {
  return `Answer with JSON only: no other text, no code fence. It has to fit this JSON Schema:\n${JSON.stringify(schema)}`
}

/** The JSON inside of a code fence that a model put around it all the same. */
export function withoutFence(text: string): string {
  const trimmed = text.trim()
  const lineEnd = trimmed.indexOf('\n')
  const isFenced = lineEnd > 0 && trimmed.endsWith('```') && /^```(?:json)?\s*$/i.test(trimmed.slice(0, lineEnd))
  return isFenced ? trimmed.slice(lineEnd + 1, -3).trimEnd() : text
}
