/** The tags of a comma-separated query parameter. */
export function tagsIn(text = ''): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}
