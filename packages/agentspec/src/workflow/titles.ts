/**
 * Converts port ids to property titles and back. Titles must not contain whitespace and punctuation; ports must not be
 * named like a fixed port.
 */
import { isGoodTitle } from '../validate/property-rules.ts'

/** A title for a port id: the id itself if valid. Adds it to `taken`. */
export function titleFor(portId: string, taken: Set<string>): string {
  const wanted = isGoodTitle(portId) ? portId : portId.replace(/[.,{}\s'"]+/g, '_') || 'value'
  let title = wanted
  for (let number = 2; taken.has(title); number++) title = `${wanted}_${number}`
  taken.add(title)
  return title
}

/** A port id for a title that is not one of the reserved ids. */
export function portIdFor(title: string, reserved: ReadonlySet<string>): string {
  return reserved.has(title) ? portIdFor(`${title}_value`, reserved) : title
}
