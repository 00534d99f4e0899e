/**
 * Paths into JSON values: `customer.addresses[0].city`, `rows[-1]["first name"]`. A leading `$` is the value itself.
 */
import { isObject } from '@millrace/model'
import { badSetting } from './input-values.ts'

type Step = string | number

const STEP = /\.([^.[\]]+)|\[\s*(-?\d+)\s*\]|\[\s*"([^"]*)"\s*\]|\[\s*'([^']*)'\s*\]/y

/** Parses a path. `setting` is the setting that contains it, for the error message. */
export function pathSteps(path: string, setting: string): Step[] {
  const bare = path.trim().replace(/^\$(?=$|[.[])/, '')
  const text = /^[.[]|^$/.test(bare) ? bare : `.${bare}`
  const steps: Step[] = []
  for (let at = 0; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at
    const [found, name, position, double, single] = STEP.exec(text) ?? []
    if (found === undefined) throw badSetting(setting, `is not a valid path: unexpected "${text.slice(at, at + 40)}"`)
    steps.push(position === undefined ? (name?.trim() ?? double ?? single ?? '') : Number(position))
  }
  return steps
}

/** The value at a path. Only own keys count, so that a path cannot reach prototypes. */
export function valueAt(
  value: unknown,
  steps: readonly Step[],
): { readonly isFound: boolean; readonly value: unknown } {
  let current = value
  for (const step of steps) {
    const next = stepInto(current, step)
    if (next === undefined) return { isFound: false, value: null }
    current = next
  }
  return { isFound: true, value: current }
}

function stepInto(value: unknown, step: Step): unknown {
  if (Array.isArray(value)) {
    const position = typeof step === 'number' ? step : /^\d+$/.test(step) ? Number(step) : undefined
    return position === undefined ? undefined : value.at(position)
  }
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
}
