/** Answers are short Markdown. What came from outside stands in it as code, and bounded. */

const LONGEST_VALUE = 2000
const MOST_ROWS = 200

/** A text as inline code, whatever it holds. */
export function code(text: string): string {
  const plain = text.replace(/[\r\n]+/g, ' ')
  const bounded = plain.length > 200 ? `${plain.slice(0, 199)}…` : plain
  return bounded.includes('`') ? `\`\` ${bounded} \`\`` : `\`${bounded}\``
}

/** A value as JSON, cut where it becomes too long to read. */
export function valueShown(value: unknown, longest = LONGEST_VALUE): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

/** A list, and how much of it was left out. */
export function rows(items: readonly string[], most = MOST_ROWS): string {
  const shown = items.slice(0, most).map((item) => `- ${item}`)
  if (items.length > most) shown.push(`- … and ${items.length - most} more`)
  return shown.join('\n')
}

/** Blocks with a blank line between them; what is not there is left out. */
export function blocks(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join('\n\n')
}
