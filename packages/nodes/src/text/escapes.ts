/** Replaces the escapes `\t`, `\n` and `\r`, which users cannot type into a field otherwise. */
export function withEscapes(text: string): string {
  return text.replace(/\\([tnr])/g, (_, letter: string) => ESCAPES[letter] ?? '')
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' }
