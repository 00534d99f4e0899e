/** Reads the metadata of a tool that was exported from a node. */
import { ARGUMENTS_EXTENSION, isObject, RESULTS_EXTENSION, SETTINGS_EXTENSION } from '@millrace/model'
import type { Fields, Tool } from './components.ts'

export function settingsIn({ metadata }: Tool): Fields {
  const settings = metadata?.[SETTINGS_EXTENSION]
  return isObject(settings) ? settings : {}
}

/** The arguments keyed by port id. */
export function argumentsFor({ metadata }: Tool, args: Fields): Fields {
  const ports = metadata?.[ARGUMENTS_EXTENSION]
  if (!isObject(ports)) return args
  const named = (title: string) => (Object.hasOwn(ports, title) ? String(ports[title]) : title)
  return Object.fromEntries(Object.entries(args).map(([title, value]) => [named(title), value]))
}

/** The result keyed by output title instead of port id. */
export function resultsFor({ metadata }: Tool, result: unknown): unknown {
  const ports = metadata?.[RESULTS_EXTENSION]
  if (!isObject(ports) || !isObject(result)) return result
  const titles = new Map(Object.entries(ports).map(([title, port]) => [port, title]))
  return Object.fromEntries(Object.entries(result).map(([port, value]) => [titles.get(port) ?? port, value]))
}
