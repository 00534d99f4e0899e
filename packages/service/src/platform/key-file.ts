/**
 * The file `secret-key` in the data folder. Its first line is the key that encrypts. While the key is rotated, the second
 * line is the old one, which still decrypts.
 */
import { link, open, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from './ports.ts'
import { key as parsedKey } from './setting-values.ts'

/** The key file cannot be used. The program prints the message without a stack and exits. */
export class BadKeyFile extends Error {}

const NAME = 'secret-key'

/**
 * Reads the keys in the data folder, the one that encrypts first. The first start creates one, readable by its owner
 * only. A missing key is not replaced if the database contains secrets.
 */
export async function keysInFolder(
  dataDir: string,
  random: Random,
  isNeeded: () => Promise<boolean> = async () => false,
): Promise<readonly Uint8Array[]> {
  const file = join(dataDir, NAME)
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
    await createKeyFile(file, random)
    return keysInFolder(dataDir, random)
  }
  try {
    return parsedKeys(text)
  } catch {
    // Do not replace it: secrets sealed with the old key could then never be decrypted.
    throw new BadKeyFile(`${file} must contain a key of 32 bytes in hex or base64; restore the original file.`)
  }
}

/** Creates the file, unless another process that shares the folder creates it first. */
async function createKeyFile(file: string, random: Random): Promise<void> {
  const own = `${file}.${Buffer.from(random.bytes(6)).toString('hex')}.new`
  // Flush, then link: there must never be half a key, nor a secret on disk without its key.
  await writeFile(own, printed([random.bytes(32)]), { mode: 0o600, flush: true })
  await link(own, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(own)
}

/** Replaces the keys, also if the process or the machine ends at any point: the file has the old or the new ones. */
export async function writeKeys(dataDir: string, keys: readonly Uint8Array[]): Promise<void> {
  const file = join(dataDir, NAME)
  const own = `${file}.${process.pid}.new`
  await writeFile(own, printed(keys), { mode: 0o600, flush: true })
  await rename(own, file)
  const folder = await open(dataDir, 'r')
  await folder.sync().finally(() => folder.close())
}

/** The keys in the text of a key file. Throws if one of them is invalid. */
export function parsedKeys(text: string): readonly Uint8Array[] {
  return text.trim().split(/\s+/).map(parsedKey)
}

function printed(keys: readonly Uint8Array[]): string {
  return keys.map((key) => `${Buffer.from(key).toString('hex')}\n`).join('')
}
