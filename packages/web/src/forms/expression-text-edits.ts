/** Changes of a text with expressions in double braces. Pure. */

export interface TextAndCaret {
  readonly text: string
  readonly caret: number
}

/** A text in which `{{` was just typed: closes the braces and puts the caret between them. */
export function opened(text: string): TextAndCaret {
  const at = text.lastIndexOf('{{')
  if (at < 0 || text.indexOf('}}', at) >= 0) return { text, caret: text.length }
  const rest = text.slice(at + 2)
  return { text: `${text.slice(0, at)}{{ ${rest.trim()} }}`, caret: at + 3 + rest.trim().length }
}

/** True if a position is between double braces, or in a tag of a template. */
export function isBetweenBraces(text: string, at: number): boolean {
  return isBetween(text, at, '{{', '}}') || isBetween(text, at, '{%', '%}')
}

function isBetween(text: string, at: number, open: string, close: string): boolean {
  return text.lastIndexOf(open, at - 1) > text.lastIndexOf(close, at - 1)
}

/** What to insert at a position for a path: the path itself between braces, else with braces around it. */
export function insertionAt(text: string, at: number, path: string): string {
  return isBetweenBraces(text, at) ? path : `{{ ${path} }}`
}

/** Expressions by pointer after items of a list or names of a map moved; `undefined` drops those of an item. */
export function movedExpressions(
  texts: ReadonlyMap<string, string>,
  path: string,
  to: (key: string) => string | undefined,
): Map<string, string> {
  const moved = new Map<string, string>()
  for (const [pointer, text] of texts) {
    if (!pointer.startsWith(`${path}/`)) {
      moved.set(pointer, text)
      continue
    }
    const [key = '', ...rest] = pointer.slice(path.length + 1).split('/')
    const next = to(key)
    if (next !== undefined) moved.set([path, next, ...rest].join('/'), text)
  }
  return moved
}
