/** The admin token that the owner of the data folder can read there. Made on the first start, and whenever it is gone. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tokens } from './tokens.ts'

const FILE = 'admin-token'

/** Makes sure that the file in the data folder holds an admin token that works; true when a new one was made. */
export async function ensureAdminToken(dataDir: string, tokens: Tokens): Promise<boolean> {
  const file = join(dataDir, FILE)
  const kept = await readFile(file, 'utf8').catch(() => '')
  const caller = kept.trim() === '' ? undefined : await tokens.callerOf(kept.trim())
  if (caller?.role === 'admin') return false
  const { secret } = await tokens.create({
    name: 'admin',
    role: 'admin',
    createdBy: 'the service',
    expiresAt: null,
  })
  // Written beside and moved: the file is never there with half a token or with the wrong mode.
  await writeFile(`${file}.new`, `${secret}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return true
}
