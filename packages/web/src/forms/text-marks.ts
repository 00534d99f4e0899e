/** Text edits of the Markdown toolbar. Pure: text and selection in, text and selection out. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

type Marked = TextRange & { readonly text: string }

/** Wraps the selection in marks, or removes them. */
export function surrounded(text: string, { from, to }: TextRange, marks: { before: string; after: string }): Marked {
  const { before, after } = marks
  const [head, middle, tail] = [text.slice(0, from), text.slice(from, to), text.slice(to)]
  if (head.endsWith(before) && tail.startsWith(after)) {
    const start = from - before.length
    return {
      text: head.slice(0, start) + middle + tail.slice(after.length),
      from: start,
      to: start + middle.length,
    }
  }
  return { text: head + before + middle + after + tail, from: from + before.length, to: to + before.length }
}

/** Prefixes every line of the selection, or removes the prefix if all lines have it. */
export function prefixed(text: string, { from, to }: TextRange, prefix: string): Marked {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next < 0 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const isMarked = lines.every((line) => line.startsWith(prefix))
  const changed = lines.map((line) => (isMarked ? line.slice(prefix.length) : prefix + line)).join('\n')
  return { text: text.slice(0, start) + changed + text.slice(end), from: start, to: start + changed.length }
}
