/** The last second that was printed, up to its dot. */
let last = Number.NaN
let printed = ''

/** The same as `new Date(time).toISOString()`, which takes 2 µs: most times are in the same second as the one before. */
export function iso(time: number): string {
  const whole = Math.trunc(time)
  const second = Math.floor(whole / 1000)
  if (second !== last) {
    printed = new Date(second * 1000).toISOString().slice(0, -4)
    last = second
  }
  return `${printed}${String(whole - second * 1000).padStart(3, '0')}Z`
}

export function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time)
}
