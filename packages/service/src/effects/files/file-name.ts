/** Which names a workflow may use for a file. What they lead to on disk is checked again when it is opened. */
import { NodeFailure } from '@millrace/model'

const MAX_LENGTH = 1_000
/** What common file systems take for one part of a path. */
const MAX_PART_BYTES = 200
const MAX_PARTS = 32

/** Devices on Windows, whatever comes after a dot. Refused everywhere, so that a workflow means the same everywhere. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** Beginning of the names of files that are not finished yet. */
export const UNFINISHED = '.millrace-unfinished-'

/** The parts of a name that is inside of the folder by its spelling alone; throws FILE_FORBIDDEN for any other. */
export function partsOfName(name: string): string[] {
  if (name.length > MAX_LENGTH) throw forbidden('the name is too long')
  // A colon is a drive or a hidden stream on Windows, a backslash a way up; control characters are never meant.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  if (/[\u0000-\u001f\u007f\\:*?"<>|]/.test(name)) throw forbidden('the name has a character that is not allowed')
  if (name.startsWith('/')) throw forbidden('the name must be inside of the files folder')
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || name.endsWith('/')) throw forbidden('that is no name of a file')
  if (parts.length > MAX_PARTS) throw forbidden('the name has too many folders')
  for (const part of parts) checkPart(part)
  return parts
}

function checkPart(part: string): void {
  if (part === '..') throw forbidden('the name must be inside of the files folder')
  if (Buffer.byteLength(part) > MAX_PART_BYTES) throw forbidden('the name is too long')
  if (DEVICE.test(part)) throw forbidden('the name is kept for a device')
  // Windows drops these, so two names would be one file.
  if (/[. ]$/.test(part)) throw forbidden('the name ends with a dot or a space')
  if (part.startsWith(UNFINISHED)) throw forbidden('the name is kept for files that are being written')
  // Half a character has no spelling on disk, and would meet other halves there.
  if (!part.isWellFormed()) throw forbidden('the name is not proper Unicode')
}

export function forbidden(why: string): NodeFailure {
  return new NodeFailure('FILE_FORBIDDEN', `The file cannot be used: ${why}.`)
}
