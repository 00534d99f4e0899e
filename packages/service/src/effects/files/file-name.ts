/** Validates file names of workflows. The path on disk is checked again when the file is opened. */
import { NodeFailure } from '@millrace/model'

const MAX_LENGTH = 1_000
/** Common file systems accept this much for one part of a path. */
const MAX_PART_BYTES = 200
const MAX_PARTS = 32

/** Device names on Windows, with any extension. Rejected on all systems so that workflows are portable. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** Prefix of the names of temporary files. */
export const UNFINISHED = '.millrace-unfinished-'

/** The folder with the files of the projects other than the default one; no workflow can name it. */
export const PROJECT_FILES = '.millrace-projects'

/** Splits a name that by its spelling stays inside the folder; throws FILE_FORBIDDEN for any other. */
export function partsOfName(name: string): string[] {
  if (name.length > MAX_LENGTH) throw forbidden('the name is too long')
  // On Windows a colon is a drive or an alternate stream, and a backslash a separator. Control characters are never valid.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
  if (/[\u0000-\u001f\u007f\\:*?"<>|]/.test(name)) throw forbidden('the name contains a character that is not allowed')
  if (name.startsWith('/')) throw forbidden('the name must be inside the files folder')
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || name.endsWith('/')) throw forbidden('the name must be the name of a file')
  if (parts.length > MAX_PARTS) throw forbidden('the name has too many folders')
  for (const part of parts) checkPart(part)
  return parts
}

function checkPart(part: string): void {
  if (part === '..') throw forbidden('the name must be inside the files folder')
  if (Buffer.byteLength(part) > MAX_PART_BYTES) throw forbidden('the name is too long')
  if (DEVICE.test(part)) throw forbidden('the name is reserved for a device')
  // Windows drops these characters, so two names would be the same file.
  if (/[. ]$/.test(part)) throw forbidden('the name ends with a dot or a space')
  if (part.startsWith(UNFINISHED)) throw forbidden('the name is reserved for temporary files')
  // Some file systems ignore case.
  if (part.toLowerCase().startsWith('.millrace-')) throw forbidden('the name is reserved for the service')
  // A lone surrogate cannot be encoded on disk; different ones would become the same name.
  if (!part.isWellFormed()) throw forbidden('the name is not valid Unicode')
}

export function forbidden(why: string): NodeFailure {
  return new NodeFailure('FILE_FORBIDDEN', `The file cannot be used: ${why}.`)
}
