/**
 * A text without the case of its letters, for comparing. Every character keeps its place and its length, so that a
 * position in the folded text is one in the original.
 */
export function folded(text: string): string {
  // The one letter whose lower case is longer, and the one whose lower case depends on its neighbours.
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('ς', 'σ')
}
