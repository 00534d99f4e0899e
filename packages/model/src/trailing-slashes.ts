/** The text without slashes at its end. A pattern such as `/\/+$/` takes quadratic time if slashes are inside the text. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '/') end--
  return text.slice(0, end)
}
