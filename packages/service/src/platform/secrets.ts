/**
 * Encryption at rest with AES-256-GCM. A sealed value is bound to a context, such as the workflow that it belongs to,
 * and cannot be decrypted in another one.
 *
 * Layout of a sealed value: version (1 byte), nonce (12), tag (16), ciphertext.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from './ports.ts'

/** Seals (encrypts) and opens (decrypts) texts with the keys of this installation. */
export interface Vault {
  /** Uses the first key. */
  seal(plain: string, context: string): Uint8Array
  /** Throws if the value was sealed with an unknown key or another context, or was changed. */
  open(sealed: Uint8Array, context: string): string
}

/** A vault whose keys can be changed while it is used. */
export interface KeyedVault extends Vault {
  useKeys(keys: readonly Uint8Array[]): void
  /** The value sealed with the first key; undefined if it already is. Throws if no key opens it. */
  resealed(sealed: Uint8Array, context: string): Uint8Array | undefined
}

const VERSION = 1
const NONCE = 12
const TAG = 16
const HEAD = 1 + NONCE + TAG

/** The first key seals; the others only open, while the key is rotated. */
export function createVault(keys: Uint8Array | readonly Uint8Array[], random: Random): KeyedVault {
  let known: readonly Uint8Array[] = keys instanceof Uint8Array ? [keys] : keys
  const seal: Vault['seal'] = (plain, context) => {
    const nonce = random.bytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', known[0] ?? new Uint8Array(), nonce)
    cipher.setAAD(Buffer.from(context))
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
  }
  /** The text and the number of the key that opens it. */
  function opened(sealed: Uint8Array, context: string): { readonly text: string; readonly at: number } {
    const bytes = Buffer.from(sealed)
    if (bytes.length < HEAD || bytes[0] !== VERSION) throw new Error('this is not a sealed value of a known version')
    for (const [at, key] of known.entries()) {
      try {
        return { text: openedWith(key, bytes, context), at }
      } catch (error) {
        if (at === known.length - 1) throw error
      }
    }
    throw new Error('there is no key')
  }
  return {
    seal,
    open: (sealed, context) => opened(sealed, context).text,
    useKeys(next) {
      known = next
    },
    resealed(sealed, context) {
      const { text, at } = opened(sealed, context)
      return at === 0 ? undefined : seal(text, context)
    },
  }
}

function openedWith(key: Uint8Array, bytes: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(1 + NONCE, HEAD))
  return Buffer.concat([decipher.update(bytes.subarray(HEAD)), decipher.final()]).toString('utf8')
}
