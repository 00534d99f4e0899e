import type { Clock as WakingClock } from '@millrace/engine'
import { createKeyRotation } from './key-rotation.ts'
import type { Clock, Ids, Random } from './ports.ts'
import { createVault } from './secrets.ts'
import type { PlatformServices } from './services.ts'
import { wakingClock } from './waking-clock.ts'
import { createWorkers, type Workers } from './workers/workers.ts'

export interface PlatformParts extends Omit<PlatformServices, 'vault' | 'keyRotation' | 'workers'> {
  readonly random: Random
  /** The first encrypts the secrets in the database; the others only decrypt, while the key is rotated. */
  readonly keys: readonly Uint8Array[]
  /** The program of the worker threads. */
  readonly workerProgram: URL
}

export interface Platform extends PlatformServices {
  readonly random: Random
  /** The clock and the id generator as one object, as the engine expects them. */
  readonly make: Clock & Ids
  readonly wakingClock: WakingClock
  /** Threads for nodes that wait for the sandbox. */
  readonly sandboxWorkers: Workers
  /** Largest value on one port. */
  readonly maxValueBytes: number
  close(): Promise<void>
}

/** One thread per sandbox process. */
const SANDBOX_THREADS = 2

export function createPlatform({ keys, workerProgram, ...parts }: PlatformParts): Platform {
  const { clock, ids, config, random } = parts
  const workers = createWorkers(workerProgram)
  const vault = createVault(keys, random)
  const keyRotation = createKeyRotation({ ...parts, vault, keys })
  const sandboxWorkers = createWorkers(workerProgram, { maxThreads: SANDBOX_THREADS })
  return {
    ...parts,
    vault,
    keyRotation,
    workers,
    sandboxWorkers,
    make: { now: () => clock.now(), uuid: () => ids.uuid() },
    wakingClock: wakingClock(clock),
    maxValueBytes: config.maxPortValueMib * 2 ** 20,
    async close() {
      await keyRotation.close()
      await workers.close()
      await sandboxWorkers.close()
    },
  }
}
