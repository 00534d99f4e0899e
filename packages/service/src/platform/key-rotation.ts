/**
 * Replaces the secret key while the service runs.
 *
 * R1 The key file has the new key before anything is encrypted with it, and the old one until no value needs it.
 * R2 A pass reads all values in bounded batches and encrypts those that have the old key with the new one. A value that was written
 *    meanwhile stays as it is: it has the new key.
 * R3 An interrupted pass is repeated from the start and skips what is done.
 * R4 The process decrypts with the old key until it ends: documents that it has in memory may need it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type KeyRotationStatus, Problem } from '@millrace/model'
import type { SealedCursor, SealedStore } from '@millrace/store'
import type { Config } from './config.ts'
import { writeKeys } from './key-file.ts'
import type { Log, Random } from './ports.ts'
import type { KeyedVault } from './secrets.ts'

export interface KeyRotation {
  /** Starts a rotation, or continues one that was interrupted. `finish` also removes the old key at the end. */
  start(options: { readonly finish: boolean }): Promise<KeyRotationStatus>
  status(): KeyRotationStatus
  /** Ends a running pass between two batches. */
  close(): Promise<void>
}

export interface RotationNeeds {
  readonly store: { readonly sealedValues: SealedStore }
  readonly vault: KeyedVault
  /** The first encrypts; more than one while a rotation is not finished. */
  readonly keys: readonly Uint8Array[]
  readonly config: Pick<Config, 'dataDir' | 'secretKey' | 'cluster'>
  readonly random: Random
  readonly log: Log
}

/** Requests that were encrypting when the key changed are done long before. */
const MAX_PASSES = 10

export function createKeyRotation({ store, vault, keys, config, random, log }: RotationNeeds): KeyRotation {
  const ending = new AbortController()
  const isInFile = config.secretKey === undefined
  /** The keys that the next start uses. */
  let stored = keys
  let accepted = keys
  let counts = { encrypted: 0, unreadable: 0 }
  let state: KeyRotationStatus['state'] = 'none'
  let running: Promise<void> | undefined

  const status = (): KeyRotationStatus => ({ state, keys: stored.length, ...counts })

  async function useNewKey(): Promise<void> {
    const [old] = stored
    if (!isInFile || old === undefined || stored.length > 1) return
    const next = [random.bytes(32), old]
    await writeKeys(config.dataDir, next)
    stored = next
    accepted = [...next, ...accepted.slice(1)]
    vault.useKeys(accepted)
  }

  /** Returns how many values were encrypted with the new key. */
  async function pass(): Promise<number> {
    let encrypted = 0
    let unreadable = 0
    let cursor: SealedCursor | undefined
    do {
      ending.signal.throwIfAborted()
      cursor = await store.sealedValues.resealNext(cursor, ({ sealed, context }) => {
        try {
          const next = vault.resealed(sealed, context)
          if (next !== undefined) encrypted += 1
          return next
        } catch {
          unreadable += 1
          return undefined
        }
      })
      // Requests go first.
      await nextTurn()
    } while (cursor !== undefined)
    counts = { encrypted: counts.encrypted + encrypted, unreadable }
    return encrypted
  }

  async function run(finish: boolean): Promise<void> {
    let passes = 1
    while ((await pass()) > 0) {
      passes += 1
      if (passes > MAX_PASSES) throw new Error('values are still written with the old key')
    }
    const [current] = stored
    if (finish && isInFile && current !== undefined) {
      await writeKeys(config.dataDir, [current])
      stored = [current]
    }
  }

  return {
    status,
    async start({ finish }) {
      if (state === 'encrypting') return status()
      refuse()
      if (finish && isInFile && stored.length === 1) return status()
      state = 'encrypting'
      counts = { encrypted: 0, unreadable: 0 }
      try {
        await useNewKey()
      } catch (error) {
        state = 'stopped'
        throw error
      }
      log.info({ finish }, 'the secret key is rotated')
      running = run(finish).then(
        () => {
          state = 'done'
          log.info(status(), 'all values are encrypted with the new secret key')
        },
        (err: unknown) => {
          state = 'stopped'
          if (!ending.signal.aborted) log.error({ err }, 'the rotation of the secret key failed; start it again')
        },
      )
      return status()
    },
    async close() {
      ending.abort()
      await running
    },
  }

  function refuse(): void {
    if (isInFile && config.cluster !== undefined) throw new Problem('VALIDATION_ERROR', { message: IN_CLUSTER })
    if (!isInFile && keys.length === 1) throw new Problem('VALIDATION_ERROR', { message: NO_PREVIOUS })
  }
}

const IN_CLUSTER =
  'The processes of a cluster must change the key together: set it with MILLRACE_SECRET_KEY and MILLRACE_SECRET_KEY_PREVIOUS.'
const NO_PREVIOUS =
  'There is one key only: set MILLRACE_SECRET_KEY to the new key, MILLRACE_SECRET_KEY_PREVIOUS to the old one, and restart the service.'
