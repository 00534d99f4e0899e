import { hasLarge, LargeJson, loadedValues } from '@millrace/model'

type Values = Readonly<Record<string, unknown>>

/** Inputs that nodes pass through unread: they stay JSON text. */
const HANDED_ON: Readonly<Record<string, (port: string) => boolean>> = {
  code: () => true,
  http_request: (port) => port === 'body',
}

/** The inputs of a node on the main thread; large values are parsed in slices. */
export function inputsFor(type: string, inputs: Values): Values | Promise<Values> {
  if (!hasLarge(inputs)) return inputs
  const isHandedOn = HANDED_ON[type] ?? (() => false)
  const isKept = ([port, value]: [string, unknown]) => value instanceof LargeJson && isHandedOn(port)
  const kept = Object.fromEntries(Object.entries(inputs).filter(isKept))
  const others = Object.fromEntries(Object.entries(inputs).filter((entry) => !isKept(entry)))
  if (!hasLarge(others)) return inputs
  return loadedValues(others).then((loaded) => ({ ...loaded, ...kept }))
}
