/** Splits a reply into its explanation and its commands, which are in fences with our label. */

export interface ReplyParts {
  /** Markdown; fences with other labels stay in it. */
  readonly text: string
  /** All blocks as one batch. Empty if there are no commands. */
  readonly commands: string
  /** Set if every block has the public editor's label: there a swapped node gets a new id. */
  readonly dialect?: 'flowdrop'
}

const LABELS = new Set(['millrace', 'flowdrop'])

export function replyParts(reply: string): ReplyParts {
  const text: string[] = []
  const commands: string[] = []
  const labels = new Set<string>()
  let open: { fence: string; isOurs: boolean } | undefined
  for (const line of reply.replaceAll('\r\n', '\n').split('\n')) {
    const [, fence = '', label = ''] = /^\s*(`{3,}|~{3,})\s*([\w-]*)/.exec(line) ?? []
    if (open === undefined) {
      if (fence !== '') open = { fence, isOurs: LABELS.has(label.toLowerCase()) }
      if (open?.isOurs === true) labels.add(label.toLowerCase())
      else text.push(line)
      continue
    }
    // A fence ends with a fence of the same character that is at least as long and has no label.
    const isEnd = fence.startsWith(open.fence) && label === ''
    if (!open.isOurs) text.push(line)
    else if (!isEnd) commands.push(line)
    if (isEnd) open = undefined
  }
  return {
    text: text
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    commands: commands.join('\n').trim(),
    ...(labels.has('flowdrop') && labels.size === 1 ? { dialect: 'flowdrop' as const } : {}),
  }
}
