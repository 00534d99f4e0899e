import { createHook } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPasswordHashes } from './password-hash.ts'

const hashes = createPasswordHashes({ bytes: (count) => randomBytes(count) })

/** The number of scrypt computations that Node has started during the work. */
async function computed(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hook = createHook({
    init(_, type) {
      if (type === 'SCRYPTREQUEST') count += 1
    },
  }).enable()
  await work()
  hook.disable()
  return count
}

test('an account without a password costs the same computation as one with a wrong password', async () => {
  const hash = await hashes.hash('correct horse battery')
  for (const known of [hash, null, undefined]) {
    expect(await computed(async () => expect(await hashes.matches('wrong password', known)).toBe(false))).toBe(1)
  }
  expect(await hashes.matches('correct horse battery', hash)).toBe(true)
})

test('two hashes of a password differ, and composed characters equal decomposed ones', async () => {
  const [one, other] = [await hashes.hash('Kaffee mit Brötchen'), await hashes.hash('Kaffee mit Brötchen')]
  expect(one).not.toBe(other)
  expect(await hashes.matches('Kaffee mit Brötchen'.normalize('NFD'), one)).toBe(true)
})
