/** Text formatting operations. They keep grapheme clusters whole. */

/** By operation name of the formatter. */
export const RESTYLE = {
  none: (text) => text,
  uppercase: (text) => text.toUpperCase(),
  lowercase: (text) => text.toLowerCase(),
  /** Upper-cases the first letter; the rest is unchanged. */
  capitalize: (text) => text.replace(/\p{L}/u, (letter) => letter.toUpperCase()),
  trim: (text) => text.trim(),
  slugify,
  reverse,
} satisfies Record<string, (text: string) => string>

/** For URLs: accents are dropped, letters and digits of any script are kept, everything else becomes a hyphen. */
function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

function reverse(text: string): string {
  const characters: string[] = []
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    characters.push(segment)
  }
  return characters.reverse().join('')
}
