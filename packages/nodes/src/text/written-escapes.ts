/** The text that a person means who cannot type a tab or a line break into a field: `\t`, `\n`, `\r`. */
export function withEscapes(text: string): string {
  return text.replace(/\\([tnr])/g, (_, letter: string) => ESCAPES[letter] ?? '')
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' }
