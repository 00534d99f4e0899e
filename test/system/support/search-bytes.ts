/** Looks for a text in bytes, in every form that a program might leave it behind in. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The searched part of a secret: long enough to be unique, without the end that placeholders show. */
function core(secret: string): string {
  return secret.slice(0, -4)
}

/** A text as it is, in UTF-16, in hex, and in base64 wherever its first byte falls. */
function formsOf(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text)
  const base64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    // What depends on the neighbours is cut off at both ends.
    return encoded.slice(shift === 0 ? 0 : 4, -4)
  })
  return [
    bytes,
    Buffer.from(text, 'utf16le'),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(bytes.toString('hex').toUpperCase()),
    ...base64.map((one) => Buffer.from(one)),
    ...base64.map((one) => Buffer.from(one.replaceAll('+', '-').replaceAll('/', '_'))),
  ]
}

/** Those of the secrets that are in the bytes in any form. */
export function foundIn(bytes: Buffer | string, secrets: readonly string[]): string[] {
  const haystack = Buffer.from(bytes)
  return secrets.filter((secret) => formsOf(core(secret)).some((form) => haystack.includes(form)))
}

/** Every file of a folder by its name. */
export function filesIn(folder: string): Readonly<Record<string, Buffer>> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(names.map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name))]))
}
