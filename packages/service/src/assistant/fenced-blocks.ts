/** The commands in a reply: the contents of fenced blocks labelled with a dialect. */

export interface FencedReply {
  /** The text outside the blocks. */
  readonly text: string
  /** The lines of all blocks: several blocks are one batch. */
  readonly commands: string
}

/** The quantifiers are bounded, so that a long run of backticks takes linear time. */
const FENCE =
  /^[ \t]{0,20}(`{3,20}|~{3,20})[ \t]{0,20}([\w-]{0,40})[^`\n]*\n([\s\S]*?)(?:^[ \t]*\1[ \t]*$|$(?![\s\S]))/gm

/** Separates the commands of a reply from its text. Blocks with other labels stay in the text. */
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

/** A labelled fence inside the explanation (in a quotation, a list or another block), which a client could run. */
const LOOSE_FENCE = /(?<![`~])(`{3,}|~{3,})([ \t]*)(?:millrace|flowdrop)\b/gi

/** The explanation without labels of a dialect, so that a client runs nothing in it. */
export function inert(text: string): string {
  return text.replace(LOOSE_FENCE, '$1$2text')
}
