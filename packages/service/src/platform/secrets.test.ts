import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '../compose.ts'
import { BadKeyFile, keysInFolder } from './key-file.ts'
import { createVault } from './secrets.ts'

const key = systemRandom.bytes(32)
const vault = createVault(key, systemRandom)

describe('the vault', () => {
  test.each(['', 'sk-1234', '🌊 ünï', 'x'.repeat(100_000)])('decrypts a value that it sealed (%#)', (plain) => {
    expect(vault.open(vault.seal(plain, 'workflow 1'), 'workflow 1')).toBe(plain)
  })

  test('does not contain the plain text in a sealed value', () => {
    expect(Buffer.from(vault.seal('sk-very-secret', 'x')).includes('sk-very')).toBe(false)
  })

  test('seals the same text differently every time', () => {
    expect(vault.seal('a', 'x')).not.toEqual(vault.seal('a', 'x'))
  })

  test('rejects a value sealed for another context', () => {
    expect(() => vault.open(vault.seal('a', 'workflow 1'), 'workflow 2')).toThrow()
  })

  test('rejects a value sealed with another key', () => {
    expect(() => createVault(systemRandom.bytes(32), systemRandom).open(vault.seal('a', 'x'), 'x')).toThrow()
  })

  test('rejects a value in which any bit was changed', () => {
    const sealed = Buffer.from(vault.seal('abc', 'x'))
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] as number) ^ 1
      expect(() => vault.open(changed, 'x'), `byte ${at}`).toThrow()
    }
  })

  test.each([0, 1, 28])('rejects a value of %i bytes', (length) => {
    expect(() => vault.open(Buffer.from(vault.seal('abc', 'x')).subarray(0, length), 'x')).toThrow()
  })
})

describe('the key file', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'millrace-key-'))

  test('is created once, readable by its owner only, and reused', async () => {
    const dataDir = folder()
    const made = await keysInFolder(dataDir, systemRandom)
    expect(made.map((key) => key.length)).toEqual([32])
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(await keysInFolder(dataDir, systemRandom)).toEqual(made)
  })

  test('is the same for processes that create it at the same time', async () => {
    const dataDir = folder()
    const made = await Promise.all(Array.from({ length: 8 }, () => keysInFolder(dataDir, systemRandom)))
    const texts = made.map(([key = new Uint8Array()]) => Buffer.from(key).toString('hex'))
    expect(new Set(texts).size).toBe(1)
    expect(readdirSync(dataDir)).toEqual(['secret-key'])
  })

  test.each(['', 'nonsense', 'abcd'.repeat(15), '\0'.repeat(32)])(
    'stops the start and stays unchanged if it contains %j',
    async (text) => {
      const dataDir = folder()
      const file = join(dataDir, 'secret-key')
      writeFileSync(file, text)
      await expect(keysInFolder(dataDir, systemRandom)).rejects.toThrow(BadKeyFile)
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )
})
