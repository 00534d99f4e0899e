/** Reads node inputs in the required type; throws with the name of the port if a value is invalid. */
import { isObject, NodeFailure } from '@millrace/model'

type Values = Readonly<Record<string, unknown>>

/** An invalid value on a port. */
export function badInput(port: string, why: string): NodeFailure {
  return new NodeFailure('BAD_INPUT', `Input "${port}" ${why}.`)
}

/** An invalid setting that the schema cannot reject. */
export function badSetting(key: string, why: string): NodeFailure {
  return new NodeFailure('BAD_CONFIG', `Setting "${key}" ${why}.`)
}

/** The text on a port. Numbers and booleans are converted, because "mixed" ports often deliver them. */
export function textAt(inputs: Values, port: string): string {
  const value = inputs[port]
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw badInput(port, `must be a string (got ${kindOf(value)})`)
}

/** The text on a port, else the setting, else undefined. Null and empty text count as unset. */
export function textOr(inputs: Values, port: string, setting: string | undefined): string | undefined {
  const isGiven = inputs[port] !== undefined && inputs[port] !== null && inputs[port] !== ''
  return (isGiven ? textAt(inputs, port) : setting) || undefined
}

export function listAt(inputs: Values, port: string): readonly unknown[] {
  const value = inputs[port]
  if (Array.isArray(value)) return value
  throw badInput(port, `must be a list (got ${kindOf(value)})`)
}

/** The object on a port, or an empty one. */
export function objectAt(inputs: Values, port: string): Readonly<Record<string, unknown>> {
  const value = inputs[port] ?? {}
  if (isObject(value)) return value
  throw badInput(port, `must be an object (got ${kindOf(value)})`)
}

/** The received values of user-defined inputs, by name and in order. */
export function addedValues(inputs: Values, ports: readonly { readonly name: string }[] = []): Record<string, unknown> {
  const delivered = ports.filter(({ name }) => Object.hasOwn(inputs, name) && inputs[name] !== undefined)
  return Object.fromEntries(delivered.map(({ name }) => [name, inputs[name]]))
}

/** The inputs that have a value. */
export function definedValues(inputs: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined))
}

/** The type of a value, for messages. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return typeof value
}
