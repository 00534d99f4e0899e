/** Where a provider answers, and what a key for it looks like: the same rule for settings, connections and nodes. */

/** A base URL in its one spelling, without a slash at the end. Throws a message that reads after the name of the field. */
export function baseUrlOf(text: string): string {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('must be an address such as https://host/v1')
  if (url.username !== '' || url.password !== '') throw new Error('must not hold a name or a password')
  if (url.search !== '' || url.hash !== '') throw new Error('must not have a query or a fragment')
  return url.href.replace(/\/+$/, '')
}

/** A key as a header can carry it. The message never shows it. */
export function modelKeyOf(text: string): string {
  const key = text.trim()
  if (!/^[\x21-\x7e]{1,4096}$/.test(key)) throw new Error('must be one word of visible ASCII characters')
  return key
}
