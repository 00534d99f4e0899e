/** The test call of a webhook node: the pinned outputs of the node, edited as texts. Pure. */
import { isObject, pinsOf, type WorkflowNode } from '@millrace/model'

export interface TestCall {
  readonly body: unknown
  readonly headers: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly method: string
}

/** The characters of a test call as JSON: it is saved with every version of the workflow. */
export const MAX_TEST_CALL = 256 * 1024

/** The test call of a node; undefined if nothing is pinned. */
export function testCallOf(node: WorkflowNode, method: string): TestCall | undefined {
  const pins = pinsOf(node)
  if (pins === undefined) return undefined
  return {
    body: pins.body ?? null,
    headers: isObject(pins.headers) ? pins.headers : {},
    query: isObject(pins.query) ? pins.query : {},
    method: typeof pins.method === 'string' ? pins.method : method,
  }
}

export function isTooLarge(call: TestCall): boolean {
  return JSON.stringify(call).length > MAX_TEST_CALL
}

/** JSON if the text is JSON, otherwise the text; null if it is empty. */
export function bodyIn(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A text that would be read as JSON is quoted, so that it stays a text. */
export function bodyText(body: unknown): string {
  if (body === null || body === undefined) return ''
  if (typeof body === 'string' && bodyIn(body) === body) return body
  return JSON.stringify(body, null, 2)
}

/** `name: value` per line; a repeated name becomes a list. */
export function pairsIn(text: string): Record<string, string | string[]> {
  const pairs: Record<string, string | string[]> = Object.create(null)
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^\s*([^\s:=]+)\s*[:=]?\s*(.*)$/.exec(line) ?? []
    if (name === undefined) continue
    const before = pairs[name]
    pairs[name] = before === undefined ? value.trim() : [before, value.trim()].flat()
  }
  return { ...pairs }
}

export function pairsText(pairs: Readonly<Record<string, unknown>>): string {
  return Object.entries(pairs)
    .flatMap(([name, value]) =>
      [value].flat().map((one) => `${name}: ${typeof one === 'string' ? one : JSON.stringify(one)}`),
    )
    .join('\n')
}

/** Nothing is left to send. */
export function isEmptyCall({ body, headers, query }: TestCall): boolean {
  return body === null && Object.keys(headers).length === 0 && Object.keys(query).length === 0
}
