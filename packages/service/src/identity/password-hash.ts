/**
 * Hashes passwords with scrypt. A hash contains its parameters, so that they can be raised later: `scrypt$N$r$p$salt$key`.
 * Two hashes are computed at a time, because each takes memory and a thread of the process.
 */
import { scrypt, timingSafeEqual } from 'node:crypto'
import { Problem } from '@millrace/model'
import type { Random } from '../platform/ports.ts'

export interface PasswordHashes {
  hash(password: string): Promise<string>
  /** Takes the same time if there is no hash, so that callers cannot find out which accounts exist. */
  matches(password: string, hash: string | null | undefined): Promise<boolean>
}

interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** 32 MiB and about 0.2 s: as strong as the first choice of OWASP, with less memory. */
const COST: Cost = { N: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32
const AT_A_TIME = 2
const MAX_WAITING = 50

export function createPasswordHashes(random: Random): PasswordHashes {
  const turn = turns()
  // Compared with if there is no account; no password matches it.
  const nothing = { cost: COST, salt: random.bytes(SALT_BYTES), key: random.bytes(KEY_BYTES) }

  return {
    async hash(password) {
      const salt = random.bytes(SALT_BYTES)
      const key = await turn(() => derived(password, salt, COST))
      const [saltText, keyText] = [salt, key].map((bytes) => Buffer.from(bytes).toString('base64url'))
      return ['scrypt', COST.N, COST.r, COST.p, saltText, keyText].join('$')
    },
    async matches(password, hash) {
      const known = hash == null ? undefined : parsed(hash)
      const { cost, salt, key } = known ?? nothing
      const found = await turn(() => derived(password, salt, cost))
      return timingSafeEqual(found, key) && known !== undefined
    },
  }
}

function parsed(hash: string) {
  const [name, N, r, p, salt = '', key = ''] = hash.split('$')
  if (name !== 'scrypt') throw new Error('a stored password has an unknown format')
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

function derived(password: string, salt: Uint8Array, cost: Cost): Promise<Buffer> {
  // The same password may be typed with composed or decomposed characters.
  const text = password.normalize('NFKC')
  const maxmem = 256 * cost.N * cost.r
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, { ...cost, maxmem }, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** Runs a limited number of functions at a time; rejects callers if too many wait. */
function turns() {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= MAX_WAITING) throw new Problem('RATE_LIMITED', { retryAfterSeconds: 10 })
    if (running >= AT_A_TIME) await new Promise<void>((start) => waiting.push(start))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
