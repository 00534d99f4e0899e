/** An SVG path of horizontal and vertical lines with round corners. */

export type Point = readonly [x: number, y: number]

const RADIUS = 12

export function roundedPath(points: readonly Point[]): string {
  const [start = [0, 0], ...rest] = points
  const parts = [`M ${start[0]} ${start[1]}`]
  let from = start
  for (const [at, point] of rest.entries()) {
    const next = rest[at + 1]
    if (next === undefined) {
      parts.push(line(from, point))
      continue
    }
    // Two corners share the line between them.
    const radius = Math.min(RADIUS, distance(from, point) / 2, distance(point, next) / 2)
    const [before, after] = [towards(point, from, radius), towards(point, next, radius)]
    parts.push(line(from, before), `Q ${point[0]} ${point[1]} ${after[0]} ${after[1]}`)
    from = after
  }
  return parts.join(' ')
}

function line([, y]: Point, [toX, toY]: Point): string {
  return y === toY ? `H ${toX}` : `V ${toY}`
}

function distance([x, y]: Point, [toX, toY]: Point): number {
  return Math.abs(toX - x) + Math.abs(toY - y)
}

/** The point at a distance from a corner on the line to another point. */
function towards([x, y]: Point, [toX, toY]: Point, by: number): Point {
  return [x + Math.sign(toX - x) * by, y + Math.sign(toY - y) * by]
}
