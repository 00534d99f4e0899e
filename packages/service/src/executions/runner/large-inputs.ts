import { hasLarge, LargeJson, loadedValues } from '@millrace/model'

type Values = Readonly<Record<string, unknown>>

/** Inputs that nodes hand on without looking at them: they stay text. */
const HANDED_ON: Readonly<Record<string, (port: string) => boolean>> = {
  code: () => true,
  http_request: (port) => port === 'body',
}

/** What a node on the main thread is run with: values, of which large ones are parsed in slices. */
export function inputsFor(type: string, inputs: Values): Values | Promise<Values> {
  if (!hasLarge(inputs)) return inputs
  const isHandedOn = HANDED_ON[type] ?? (() => false)
  const isKept = ([port, value]: [string, unknown]) => value instanceof LargeJson && isHandedOn(port)
  const kept = Object.fromEntries(Object.entries(inputs).filter(isKept))
  const others = Object.fromEntries(Object.entries(inputs).filter((entry) => !isKept(entry)))
  if (!hasLarge(others)) return inputs
  return loadedValues(others).then((loaded) => ({ ...loaded, ...kept }))
}
