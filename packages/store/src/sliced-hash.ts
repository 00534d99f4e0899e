import { createHash } from 'node:crypto'
import { endOfPart, nextTurn } from '@millrace/model'

/** Characters that are hashed at once: about 5 ms. */
const AT_ONCE = 2 ** 20

/** The SHA-256 of a text in hexadecimal; yields to the event loop while hashing a long text. */
export async function hashInSlices(text: string): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < text.length; ) {
    if (at > 0) await nextTurn()
    const end = endOfPart(text, at, AT_ONCE)
    hash.update(text.slice(at, end))
    at = end
  }
  return hash.digest('hex')
}
