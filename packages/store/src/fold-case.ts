/**
 * Folds the case of a text for search and sorting. Computed here and stored next to the text, because `lower` differs
 * between the databases: in SQLite it handles ASCII only, in Postgres it depends on the locale of the server.
 * Lone surrogates become U+FFFD, as in both databases.
 */
export function foldCase(text: string): string {
  // Final sigma is the only letter whose lower case depends on its neighbours; without this, a prefix of a word
  // would not match the word.
  return text.toWellFormed().toLowerCase().replaceAll('ς', 'σ')
}
