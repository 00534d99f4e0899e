/** The settings of a node as tool inputs, each with its value as the default. */
import { isObject, SETTINGS_EXTENSION } from '@millrace/model'
import type { Fields, Property } from '../components.ts'
import { isGoodTitle } from '../validate/property-rules.ts'
import type { CanvasNode } from './canvas.ts'
import { withoutSecretsInJson } from './redact.ts'

/** Config keys that only affect the drawing. */
const DRAWING = new Set(['instanceTitle', 'instanceDescription', 'instanceBadge', 'nodeType', 'ports'])

/** The settings without secrets, drawing keys and values of ports. */
export function settingsOf({ config, inputs }: CanvasNode): Fields {
  const ports = new Set(inputs.filter(({ id }) => !dynamicNames(config).has(id)).map(({ id }) => id))
  const own = Object.entries(config).filter(
    ([key, value]) => !DRAWING.has(key) && !ports.has(key) && value !== undefined && value !== null,
  )
  return withoutSecretsInJson(Object.fromEntries(own)).value
}

function dynamicNames({ dynamicInputs }: Fields): ReadonlySet<unknown> {
  return new Set(Array.isArray(dynamicInputs) ? dynamicInputs.filter(isObject).map(({ name }) => name) : [])
}

export interface SettingInputs {
  readonly inputs: readonly Property[]
  /** Metadata for settings that cannot be inputs. */
  readonly metadata: Fields | undefined
}

/** Settings as inputs; `taken` are titles of data inputs. */
export function settingInputs(settings: Fields, taken: ReadonlySet<string>): SettingInputs {
  const isInput = ([key]: [string, unknown]) => isGoodTitle(key) && !taken.has(key)
  const all = Object.entries(settings)
  const rest = all.filter((entry) => !isInput(entry))
  return {
    inputs: all.filter(isInput).map(([title, value]) => ({ title, ...typeOf(value), default: value })),
    metadata: rest.length > 0 ? { [SETTINGS_EXTENSION]: Object.fromEntries(rest) } : undefined,
  }
}

/** The type of a value, without details for lists and objects. */
function typeOf(value: unknown): { type?: string } {
  if (Array.isArray(value)) return { type: 'array' }
  if (isObject(value)) return { type: 'object' }
  return value === null ? {} : { type: typeof value }
}
