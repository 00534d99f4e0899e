/** The commands in a reply: what stands in fences with the label of a dialect. */

export interface FencedReply {
  /** What is outside of the fences. */
  readonly text: string
  /** Several blocks are one batch. */
  readonly commands: string
}

/** Bounded, so that a wall of backticks costs no more than any other text. */
const FENCE =
  /^[ \t]{0,20}(`{3,20}|~{3,20})[ \t]{0,20}([\w-]{0,40})[^`\n]*\n([\s\S]*?)(?:^[ \t]*\1[ \t]*$|$(?![\s\S]))/gm

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

/** What a client would take for commands although it stands in the explanation: in quotes, in lists, in other fences. */
const LOOSE_FENCE = /(?<![`~])(`{3,}|~{3,})([ \t]*)(?:millrace|flowdrop)\b/gi

/** An explanation in which no fence has the label of a dialect, so that nothing in it is run. */
export function inert(text: string): string {
  return text.replace(LOOSE_FENCE, '$1$2text')
}
