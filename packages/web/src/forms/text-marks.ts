/** What the buttons above a Markdown field do to its text. Pure: text and selection in, text and selection out. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

type Marked = TextRange & { readonly text: string }

/** Marks around the selection; where they are there already they are taken away. */
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

/** A mark in front of every line of the selection; where all of them have it, it is taken away. */
export function prefixed(text: string, { from, to }: TextRange, prefix: string): Marked {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next < 0 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const isMarked = lines.every((line) => line.startsWith(prefix))
  const changed = lines.map((line) => (isMarked ? line.slice(prefix.length) : prefix + line)).join('\n')
  return { text: text.slice(0, start) + changed + text.slice(end), from: start, to: start + changed.length }
}
