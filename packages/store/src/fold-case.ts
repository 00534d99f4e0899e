/**
 * The form of a text in which search and sorting ignore case. Computed here and stored beside the text, because the
 * databases' own `lower` differ from each other: SQLite's knows ASCII only, Postgres's follows the server's locale.
 * Lone surrogates become U+FFFD, as they do in both databases.
 */
export function foldCase(text: string): string {
  // Final sigma is the one letter whose lower case depends on its neighbours; without this, a part of a word
  // would not be found in the word.
  return text.toWellFormed().toLowerCase().replaceAll('ς', 'σ')
}
