/**
 * Encryption at rest with AES-256-GCM. A sealed value is bound to a context, such as the workflow that it belongs to,
 * and cannot be decrypted in another one.
 *
 * Layout of a sealed value: version (1 byte), nonce (12), tag (16), ciphertext.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from './ports.ts'
import { key as parsedKey } from './setting-values.ts'

/** Seals (encrypts) and opens (decrypts) texts with the key of this installation. */
export interface Vault {
  seal(plain: string, context: string): Uint8Array
  /** Throws if the value was sealed with another key or context, or was changed. */
  open(sealed: Uint8Array, context: string): string
}

const VERSION = 1
const NONCE = 12
const TAG = 16
const HEAD = 1 + NONCE + TAG

export function createVault(key: Uint8Array, random: Random): Vault {
  return {
    seal(plain, context) {
      const nonce = random.bytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed)
      if (bytes.length < HEAD || bytes[0] !== VERSION) throw new Error('this is not a sealed value of a known version')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE), { authTagLength: TAG })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(1 + NONCE, HEAD))
      return Buffer.concat([decipher.update(bytes.subarray(HEAD)), decipher.final()]).toString('utf8')
    },
  }
}

/** The key file cannot be used. The program prints the message without a stack and exits. */
export class BadKeyFile extends Error {}

/**
 * Reads the key in the data folder. The first start creates it, readable by its owner only. A missing key is not
 * replaced if the database contains secrets.
 */
export async function keyInFolder(
  dataDir: string,
  random: Random,
  isNeeded: () => Promise<boolean> = async () => false,
): Promise<Uint8Array> {
  const file = join(dataDir, 'secret-key')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new BadKeyFile(`${file} cannot be read: ${error.code}.`)
  })
  if (text === undefined) {
    if (await isNeeded()) {
      throw new BadKeyFile(
        `${file} is missing, and the database contains secrets that only this key decrypts. Restore it from your backup. ` +
          `If it is lost, create a new one (openssl rand -hex 32 > ${file}) and enter the secrets again.`,
      )
    }
    const key = random.bytes(32)
    // Flush, then rename: there must never be half a key, nor a secret on disk without its key.
    await writeFile(`${file}.new`, `${Buffer.from(key).toString('hex')}\n`, { mode: 0o600, flush: true })
    await rename(`${file}.new`, file)
    return key
  }
  try {
    return parsedKey(text)
  } catch {
    // Do not replace it: secrets sealed with the old key could then never be decrypted.
    throw new BadKeyFile(`${file} must contain a key of 32 bytes in hex or base64; restore the original file.`)
  }
}
