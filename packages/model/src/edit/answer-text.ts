/** Builds answers as short Markdown. Texts from outside are shown as code, with a limited length. */

const LONGEST_VALUE = 2000
const MOST_ROWS = 200

/** Any text as inline code. */
export function code(text: string): string {
  const plain = text.replace(/[\r\n]+/g, ' ')
  const bounded = plain.length > 200 ? `${plain.slice(0, 199)}…` : plain
  return bounded.includes('`') ? `\`\` ${bounded} \`\`` : `\`${bounded}\``
}

/** A value as JSON, truncated if it is long. */
export function valueShown(value: unknown, longest = LONGEST_VALUE): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

/** A list, with the number of omitted items. */
export function rows(items: readonly string[], most = MOST_ROWS): string {
  const shown = items.slice(0, most).map((item) => `- ${item}`)
  if (items.length > most) shown.push(`- … and ${items.length - most} more`)
  return shown.join('\n')
}

/** Blocks separated by blank lines; absent ones are omitted. */
export function blocks(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join('\n\n')
}
