/** Converts the result of an MCP tool to a plain JSON value. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

type Content = CallToolResult['content'][number]

/** Structured content as it is, a single text parsed as JSON if possible, several parts as a list. */
export function valueIn({ structuredContent, content }: CallToolResult): unknown {
  if (structuredContent !== undefined) return structuredContent
  const parts = content.map(partOf)
  return parts.length === 1 ? parts[0] : parts.length === 0 ? null : parts
}

/** All texts of a result, for an error message. */
export function textIn({ content }: CallToolResult): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

function partOf(part: Content): unknown {
  switch (part.type) {
    case 'text':
      return jsonOr(part.text)
    case 'resource': {
      const { uri, mimeType } = part.resource
      const facts = { type: part.type, uri, ...(mimeType === undefined ? {} : { mimeType }) }
      return 'text' in part.resource
        ? { ...facts, text: part.resource.text }
        : { ...facts, ...bytesOf(part.resource.blob) }
    }
    case 'resource_link':
      return { type: part.type, uri: part.uri, name: part.name }
    default:
      // Only the size: the data cannot be shown and would fill the context of a model.
      return { type: part.type, mimeType: part.mimeType, ...bytesOf(part.data) }
  }
}

function bytesOf(base64: string): { bytes: number } {
  return { bytes: Buffer.byteLength(base64, 'base64') }
}

/** Servers return objects as JSON text; a text that only looks like a number stays a string. */
function jsonOr(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
