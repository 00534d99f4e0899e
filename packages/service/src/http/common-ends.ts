/** Where two bodies are the same: the length of their common start, and that of their common end. */
export interface CommonEnds {
  readonly start: number
  readonly end: number
}

/** The common start and end of two bodies, which do not overlap in either of them. */
export function commonEnds(one: Buffer, other: Buffer): CommonEnds {
  const most = Math.min(one.length, other.length)
  const start = sameUntil(most, (from, to) => one.compare(other, from, to, from, to) === 0)
  const end = sameUntil(most - start, (from, to) => {
    const [last, otherLast] = [one.length, other.length]
    return one.compare(other, otherLast - to, otherLast - from, last - to, last - from) === 0
  })
  return { start, end }
}

const LARGEST_STEP = 2 ** 16

/** How far two texts are the same; compares less at a time, the closer it is to the difference. */
function sameUntil(most: number, isSame: (from: number, to: number) => boolean): number {
  let same = 0
  let step = Math.min(most, LARGEST_STEP)
  while (same < most) {
    const to = Math.min(most, same + step)
    if (isSame(same, to)) same = to
    else if (to - same === 1) break
    else step = Math.ceil((to - same) / 4)
  }
  return same
}
