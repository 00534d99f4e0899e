/**
 * The number of an iteration for display, starting at 1: `each:0/inner:3` is 1.4, the second visit of a node
 * (`visit:2`) is 2.
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
