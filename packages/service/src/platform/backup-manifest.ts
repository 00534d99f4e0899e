/**
 * The manifest of a backup: what was written, by which version, and the size and SHA-256 of every file. A restore reads
 * it first and changes nothing unless every file fits.
 */
import { createHash, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { basename, dirname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fits, issuesOf, type Static, Type } from '@millrace/model'

const BackupFile = Type.Object({
  path: Type.String({ minLength: 1, description: 'Relative to the folder of the manifest, with / between folders.' }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type BackupFile = Static<typeof BackupFile>

const BackupManifest = Type.Object({
  format: Type.Literal(1),
  version: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  database: Type.Object({
    kind: Type.String(),
    schema: Type.Integer({ minimum: 0 }),
    rows: Type.Record(Type.Integer({ minimum: 0 })),
    has_secrets: Type.Boolean(),
  }),
  key: Type.Object({ is_included: Type.Boolean(), check: Type.Nullable(Type.String()) }),
  files: Type.Array(BackupFile),
})
export type BackupManifest = Static<typeof BackupManifest>

export class BadBackup extends Error {}

export function manifestOf(backup: string): string {
  return `${backup}.manifest.json`
}

/** Reads and checks the manifest of a backup. */
export async function readManifest(backup: string): Promise<BackupManifest> {
  const file = manifestOf(backup)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BadBackup(
      error.code === 'ENOENT' ? `${backup} is not a complete backup: ${file} is missing.` : `${file}: ${error.message}`,
    )
  })
  const value = parsed(text)
  if (!fits(BackupManifest, value)) {
    const [issue] = issuesOf(BackupManifest, value)
    throw new BadBackup(`${file} is not a manifest: ${issue?.path || 'the document'} ${issue?.message ?? ''}.`)
  }
  const manifest = value as BackupManifest
  const outside = manifest.files.find(({ path }) => !isOwn(basename(backup), path))
  if (outside !== undefined) throw new BadBackup(`${file} names a file that is not part of the backup: ${outside.path}`)
  return manifest
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a path belongs to the backup: nothing outside its folder is read, and nothing outside a target written. */
function isOwn(name: string, path: string): boolean {
  const isPlain = normalize(path) === path && !/(^|[/\\])\.\.?([/\\]|$)|\0/.test(path)
  return isPlain && (path === name || path === `${name}.secret-key` || path.startsWith(`${name}.files/`))
}

/** Throws unless every file has the size and checksum of the manifest. */
export async function verifyFiles(backup: string, { files }: BackupManifest): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const file = join(dirname(backup), path)
    const found = await digestOf(file).catch((error: NodeJS.ErrnoException) => {
      throw new BadBackup(`${file} ${error.code === 'ENOENT' ? 'is missing' : `cannot be read: ${error.message}`}.`)
    })
    if (found.bytes !== bytes)
      throw new BadBackup(`${file} is damaged: it has ${found.bytes} bytes instead of ${bytes}.`)
    if (found.sha256 !== sha256) throw new BadBackup(`${file} is damaged: its SHA-256 differs from the manifest.`)
  }
}

/** The size and checksum of a file. */
export async function digestOf(file: string): Promise<Omit<BackupFile, 'path'>> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

/** Identifies a key without revealing it, so that a restore can report a wrong one. */
export function keyCheck(key: Uint8Array): string {
  return createHmac('sha256', key).update('millrace-backup-key').digest('hex').slice(0, 16)
}

/** Writes a file that only its owner may read, and flushes it. */
export async function writePrivate(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.chmod(0o600)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
