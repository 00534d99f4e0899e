/** The commands in a reply: what stands in fences with the label of a dialect. */

export interface FencedReply {
  /** What is outside of the fences. */
  readonly text: string
  /** Several blocks are one batch. */
  readonly commands: string
}

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w-]*)[^\n]*\n([\s\S]*?)(?:^[ \t]*\1[ \t]*$|$(?![\s\S]))/gm

/** Takes a reply apart. Blocks with other labels are no commands, and stay in the text. */
export function fencedIn(reply: string): FencedReply {
  const blocks: string[] = []
  const text = reply
    .replaceAll('\r\n', '\n')
    .replace(FENCE, (whole: string, _fence: string, label: string, inside: string) => {
      if (!/^(?:millrace|flowdrop)$/i.test(label)) return whole
      blocks.push(inside.trimEnd())
      return ''
    })
  return { text: text.replace(/\n{3,}/g, '\n\n').trim(), commands: blocks.join('\n').trim() }
}
