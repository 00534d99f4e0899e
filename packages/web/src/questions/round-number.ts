/**
 * The number of a round as people count: `each:0/inner:3` is round 1.4, the second visit of a node (`visit:2`) is
 * round 2.
 */
export function roundNumber(iteration: string): string {
  return iteration
    .split('/')
    .map((part) => {
      const number = Number(part.slice(part.lastIndexOf(':') + 1))
      if (Number.isNaN(number)) return part
      return String(part.startsWith('visit:') ? number : number + 1)
    })
    .join('.')
}
