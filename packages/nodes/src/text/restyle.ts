/** Ways to write a text differently. What a person sees as one character stays one. */

/** By the names that the formatter offers. */
export const RESTYLE = {
  none: (text) => text,
  uppercase: (text) => text.toUpperCase(),
  lowercase: (text) => text.toLowerCase(),
  /** The first letter, whatever stands before it; the rest stays as it is. */
  capitalize: (text) => text.replace(/\p{L}/u, (letter) => letter.toUpperCase()),
  trim: (text) => text.trim(),
  slugify,
  reverse,
} satisfies Record<string, (text: string) => string>

/** For addresses: accents are dropped, letters and digits of every script stay, everything else becomes a hyphen. */
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
