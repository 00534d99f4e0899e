/** The admin token in the data folder, readable by its owner. Created on the first start, and whenever it is missing. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tokens } from './tokens.ts'

const FILE = 'admin-token'

/** Ensures that the file contains a valid admin token; returns true if a new one was created. */
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
  // Write and rename: the file must never contain half a token or have the wrong mode.
  const own = `${file}.${process.pid}.new`
  await writeFile(own, `${secret}\n`, { mode: 0o600 })
  await rename(own, file)
  return true
}
