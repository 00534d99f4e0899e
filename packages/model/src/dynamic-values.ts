/** Values of the ports that one node declares in its config. */
import { isObject } from './json.ts'

type Values = Readonly<Record<string, unknown>>

/** The values of an object under the names of a node's dynamic ports. */
export function dynamicValues(config: Values, side: 'dynamicInputs' | 'dynamicOutputs', values: Values): Values {
  const list = config[side]
  const names = Array.isArray(list) ? list.filter(isObject).map(({ name }) => String(name)) : []
  return Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]))
}
