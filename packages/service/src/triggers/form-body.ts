/**
 * Parses the body of a form in time proportional to its length, in slices. `URLSearchParams` takes seconds for a few
 * megabytes of plus signs and blocks the event loop meanwhile.
 */
import { Problem, TimeSlice } from '@millrace/model'
import { addParameter, type Parameters } from './parameters.ts'

/** As many as the keys of an object in JSON bodies. */
export const MAX_FORM_FIELDS = 10_000

const BYTES_AT_ONCE = 64 * 1024

const AMPERSAND = 0x26
const EQUALS = 0x3d
const PLUS = 0x2b
const PERCENT = 0x25
const SPACE = 0x20

/** The fields of a form in UTF-8; a repeated one is a list. Throws a 413 Problem if there are too many. */
export async function formFields(bytes: Uint8Array): Promise<Parameters> {
  const fields: Parameters = {}
  const decoded = Buffer.allocUnsafe(bytes.length)
  const slice = new TimeSlice()
  let count = 0
  let start = 0
  let end = 0
  let nameEnd = -1
  let checked = 0
  const addField = () => {
    if (end > start || nameEnd >= 0) {
      if (++count > MAX_FORM_FIELDS) throw tooManyFields()
      const name = decoded.toString('utf8', start, nameEnd < 0 ? end : nameEnd)
      addParameter(fields, name, nameEnd < 0 ? '' : decoded.toString('utf8', nameEnd, end))
    }
    start = end
    nameEnd = -1
  }
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === AMPERSAND) addField()
    else if (byte === EQUALS && nameEnd < 0) nameEnd = end
    else if (byte === PERCENT) {
      const value = hexValue(bytes[at + 1]) * 16 + hexValue(bytes[at + 2])
      // An invalid escape stays as it is, like in URLs.
      decoded[end++] = Number.isNaN(value) ? PERCENT : value
      if (!Number.isNaN(value)) at += 2
    } else decoded[end++] = byte === PLUS ? SPACE : (byte ?? 0)
    // Compared, because an escape skips positions.
    if (at - checked < BYTES_AT_ONCE) continue
    checked = at
    if (slice.isOver) await slice.next()
  }
  addField()
  return fields
}

/** The value of a hexadecimal digit, otherwise NaN. */
function hexValue(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}

function tooManyFields(): Problem {
  return new Problem('PAYLOAD_TOO_LARGE', { message: `The form has more than ${MAX_FORM_FIELDS} fields.` })
}
