/** Checks base URLs and keys of model providers: one rule for settings, connections and nodes. */

/** Normalises a base URL, without a trailing slash. The error message continues a sentence that starts with the field's name. */
export function baseUrlOf(text: string): string {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('must be an address such as https://host/v1')
  if (url.username !== '' || url.password !== '') throw new Error('must not contain a user name or password')
  if (url.search !== '' || url.hash !== '') throw new Error('must not have a query or a fragment')
  return url.href.replace(/\/+$/, '')
}

/** A key that can be sent in a header. The error message never contains the key. */
export function modelKeyOf(text: string): string {
  const key = text.trim()
  if (!/^[\x21-\x7e]{1,4096}$/.test(key)) throw new Error('must be one word of visible ASCII characters')
  return key
}
