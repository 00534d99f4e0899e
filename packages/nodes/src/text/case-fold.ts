/**
 * Case-folds a text for comparison. Every character keeps its position and length, so that indexes in the folded text
 * are valid in the original.
 */
export function folded(text: string): string {
  // The one letter whose lower case is longer, and the one whose lower case depends on its neighbours.
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('ς', 'σ')
}
