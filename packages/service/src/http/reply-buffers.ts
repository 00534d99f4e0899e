/**
 * Buffers of large replies that are compressed before they are sent: once that is done, the next reply uses them again.
 * A new buffer of a megabyte for each save costs page faults, and makes V8 collect garbage in the whole heap.
 */

/** Sizes are multiples of this, so that a slightly longer reply fits as well. */
const STEP = 64 * 1024
const MAX_KEPT = 2
const MAX_BYTES = 4 * 2 ** 20

const free: Buffer[] = []
const lent = new WeakMap<ArrayBufferLike, Buffer>()

/** A buffer of this length with arbitrary content. */
export function lendBuffer(length: number): Buffer {
  const at = free.findIndex((buffer) => buffer.length >= length)
  const [found] = at < 0 ? [] : free.splice(at, 1)
  const whole = found ?? Buffer.allocUnsafeSlow(Math.ceil(length / STEP) * STEP)
  lent.set(whole.buffer, whole)
  return whole.subarray(0, length)
}

/** Takes a lent buffer back; it must not be read from then on. Ignores other bytes. */
export function takeBack({ buffer }: Uint8Array): void {
  const whole = lent.get(buffer)
  if (whole === undefined) return
  lent.delete(buffer)
  if (whole.length > MAX_BYTES) return
  free.push(whole)
  // The smallest one is the least useful.
  if (free.length > MAX_KEPT) free.sort((a, b) => a.length - b.length).shift()
}
