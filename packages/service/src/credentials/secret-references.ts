/**
 * References in place of secrets: `env:NAME` and `file:PATH`. They are read at every use, so that the operator
 * can change a secret without the API. Only variables with the prefix and files in the folder that the operator has set
 * can be read, because an administrator of Millrace is not necessarily one of the machine.
 */
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'

export interface ReferenceSettings {
  readonly credentialEnv: string
  readonly credentialDir?: string | undefined
}

export interface ReferenceNeeds {
  readonly settings: ReferenceSettings
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The secret cannot be read; the message has no part of it. */
export class BadReference extends Error {}

const MAX_BYTES = 64 * 1024

export function isReference(value: string): boolean {
  return value.startsWith('env:') || value.startsWith('file:')
}

/** Why a reference is not allowed; undefined if it is, or if the value is not a reference. */
export function referenceProblem(
  value: string,
  { credentialEnv, credentialDir }: ReferenceSettings,
): string | undefined {
  if (value.startsWith('env:')) {
    const name = value.slice('env:'.length)
    const isAllowed = name.startsWith(credentialEnv) && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    return isAllowed ? undefined : `must name an environment variable that starts with ${credentialEnv}`
  }
  if (!value.startsWith('file:')) return undefined
  if (credentialDir === undefined) {
    return 'must not name a file: the operator has to allow a folder with --credential-dir'
  }
  return isInside(credentialDir, fileOf(value, credentialDir)) ? undefined : `must name a file in ${credentialDir}`
}

/** The text that a reference stands for; other values as they are. Throws BadReference. */
export async function readReference(value: string, { settings, env }: ReferenceNeeds): Promise<string> {
  const problem = referenceProblem(value, settings)
  if (problem !== undefined) throw new BadReference(`"${value.slice(0, 200)}" ${problem}`)
  if (value.startsWith('env:')) {
    const text = env[value.slice('env:'.length)]
    if (text === undefined || text === '') throw new BadReference(`the environment variable of "${value}" is not set`)
    return text
  }
  const { credentialDir } = settings
  if (!value.startsWith('file:') || credentialDir === undefined) return value
  return readInside(credentialDir, value)
}

async function readInside(folder: string, value: string): Promise<string> {
  try {
    const file = await realpath(fileOf(value, folder))
    if (!isInside(await realpath(folder), file)) throw new BadReference(`"${value}" leads out of ${folder}`)
    const handle = await open(file)
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAX_BYTES + 1))
      if (bytesRead > MAX_BYTES) throw new BadReference(`the file of "${value}" is larger than ${MAX_BYTES} bytes`)
      // Editors end a file with a line break, which no secret has.
      const text = buffer.toString('utf8', 0, bytesRead).replace(/\r?\n$/, '')
      if (text === '') throw new BadReference(`the file of "${value}" is empty`)
      return text
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (error instanceof BadReference) throw error
    throw new BadReference(`"${value}" cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function fileOf(value: string, folder: string): string {
  return resolve(folder, value.slice('file:'.length).replace(/^\/\/(?=\/)/, ''))
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file)
  return path !== '' && !path.startsWith('..') && !isAbsolute(path)
}
