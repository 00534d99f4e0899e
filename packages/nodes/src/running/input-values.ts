/** What arrives on the inputs of a node, in the form the node needs. What does not fit is refused with the port's name. */
import { isObject, NodeFailure } from '@millrace/model'

type Values = Readonly<Record<string, unknown>>

/** A value on a port that the node cannot work with. */
export function badInput(port: string, why: string): NodeFailure {
  return new NodeFailure('BAD_INPUT', `Input "${port}" ${why}.`)
}

/** A setting that the node cannot work with, and that its schema could not refuse. */
export function badSetting(key: string, why: string): NodeFailure {
  return new NodeFailure('BAD_CONFIG', `Setting "${key}" ${why}.`)
}

/** The text on a port. Numbers and truth values are written out: what comes from a "mixed" port is often one. */
export function textAt(inputs: Values, port: string): string {
  const value = inputs[port]
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw badInput(port, `must be a text, is ${kindOf(value)}`)
}

/** The text on a port, else the one of the setting, else undefined. Null and an empty text count as none. */
export function textOr(inputs: Values, port: string, setting: string | undefined): string | undefined {
  const isGiven = inputs[port] !== undefined && inputs[port] !== null && inputs[port] !== ''
  return (isGiven ? textAt(inputs, port) : setting) || undefined
}

export function listAt(inputs: Values, port: string): readonly unknown[] {
  const value = inputs[port]
  if (Array.isArray(value)) return value
  throw badInput(port, `must be a list, is ${kindOf(value)}`)
}

/** The object on a port; an empty one where there is none. */
export function objectAt(inputs: Values, port: string): Readonly<Record<string, unknown>> {
  const value = inputs[port] ?? {}
  if (isObject(value)) return value
  throw badInput(port, `must be an object, is ${kindOf(value)}`)
}

/** The values of inputs that a person added, by name and in their order; only those that were delivered. */
export function addedValues(inputs: Values, ports: readonly { readonly name: string }[] = []): Record<string, unknown> {
  const delivered = ports.filter(({ name }) => Object.hasOwn(inputs, name) && inputs[name] !== undefined)
  return Object.fromEntries(delivered.map(({ name }) => [name, inputs[name]]))
}

/** What a value is, in words for a message. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return KINDS[typeof value] ?? typeof value
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
}
