/**
 * A copy of the memory of an interpreter, and the way back to it.
 *
 * The memory of an emscripten program is static data, the stack (which grows down), and the heap up to the break; above
 * the break every byte is zero. A call may change all of these, so all of them are written back. Pages that equal those
 * of another image share its bytes.
 */

/** The parts of the memory that a program uses. */
export interface Layout {
  /** End of the static data. */
  readonly staticEnd: number
  /** Lowest address of the stack that is written back. */
  readonly stackLow: number
  /** Start of the heap and top of the stack. */
  readonly heapStart: number
}

interface Part {
  readonly start: number
  readonly end: number
  /** Undefined if the part is zero. */
  readonly bytes: Uint8Array | undefined
}

const PAGE = 4096

export class MemoryImage {
  /** End of the heap. */
  readonly break: number
  /** Bytes that this image holds itself. */
  readonly ownBytes: number
  readonly #parts: readonly Part[]

  private constructor(parts: readonly Part[], end: number, ownBytes: number) {
    this.#parts = parts
    this.break = end
    this.ownBytes = ownBytes
  }

  /** Copies the memory; pages that are the same in `base` are not copied. */
  static take(memory: Uint8Array, layout: Layout, end: number, base?: MemoryImage): MemoryImage {
    const parts: Part[] = []
    let ownBytes = 0
    for (const [from, to] of [[0, layout.staticEnd] as const, [layout.stackLow, end] as const]) {
      // One copy of everything instead of many of pages, so that its parts can be joined.
      const whole = base === undefined ? memory.slice(from, to) : undefined
      for (let start = from; start < to; start += PAGE) {
        const page = memory.subarray(start, Math.min(start + PAGE, to))
        const shared = base === undefined ? undefined : base.#sharedPage(start, page)
        const own = () => whole?.subarray(start - from, start - from + page.length) ?? page.slice()
        const bytes = shared ?? (isZero(page) ? undefined : own())
        if (shared === undefined) ownBytes += bytes?.length ?? 0
        parts.push({ start, end: start + page.length, bytes })
      }
    }
    return new MemoryImage(joined(parts), end, ownBytes)
  }

  /** Makes the memory equal to this image; `end` is the present end of the heap. */
  restore(memory: Uint8Array, end: number): void {
    for (const { start, end: partEnd, bytes } of this.#parts) {
      if (bytes === undefined) memory.fill(0, start, partEnd)
      else memory.set(bytes, start)
    }
    if (end > this.break) memory.fill(0, this.break, end)
  }

  #sharedPage(start: number, page: Uint8Array): Uint8Array | undefined {
    const part = this.#parts.find((one) => one.start <= start && start + page.length <= one.end)
    const bytes = part?.bytes?.subarray(start - part.start, start - part.start + page.length)
    return bytes !== undefined && Buffer.compare(bytes, page) === 0 ? bytes : undefined
  }
}

/** Whether all bytes are zero. */
export function isZero(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += ZEROS.length) {
    const some = bytes.subarray(at, at + ZEROS.length)
    if (Buffer.compare(some, ZEROS.subarray(0, some.length)) !== 0) return false
  }
  return true
}

const ZEROS = new Uint8Array(65_536)

/** Joins neighbouring pages that are next to each other in one buffer, or both zero: fewer and longer copies. */
function joined(pages: readonly Part[]): Part[] {
  const parts: Part[] = []
  for (const page of pages) {
    const last = parts.at(-1)
    const both = last !== undefined && last.end === page.start ? together(last.bytes, page.bytes) : undefined
    if (last === undefined || both === undefined) parts.push(page)
    else parts[parts.length - 1] = { start: last.start, end: page.end, bytes: both.bytes }
  }
  return parts
}

function together(
  left: Uint8Array | undefined,
  right: Uint8Array | undefined,
): { bytes: Uint8Array | undefined } | undefined {
  if (left === undefined && right === undefined) return { bytes: undefined }
  if (left === undefined || right === undefined) return undefined
  if (left.buffer === right.buffer && left.byteOffset + left.length === right.byteOffset) {
    return { bytes: new Uint8Array(left.buffer, left.byteOffset, left.length + right.length) }
  }
  return undefined
}
