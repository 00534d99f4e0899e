import { isObject } from '@millrace/model'
import type { AnyComponent } from './components.ts'

/** Fields that contain components; all other fields are plain data. */
const HOLDERS = [
  'nodes',
  'llmConfig',
  'agent',
  'subflow',
  'subflows',
  'tool',
  'tools',
  'additionalTools',
  'parameters',
  'firstAgent',
  'relationships',
  'groupManager',
  'workers',
]

/** All components below a root, each once, without the root. */
export function componentsIn(root: AnyComponent): AnyComponent[] {
  const found = new Set<AnyComponent>()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    if (!isObject(value) || typeof value.kind !== 'string' || value.kind === 'ref') return
    const component = value as unknown as AnyComponent
    if (found.has(component)) return
    if (component !== root) found.add(component)
    for (const key of HOLDERS) walk(value[key])
  }
  walk(root)
  return [...found]
}

/** Ids of the components that are used in more than one place below a root. */
export function sharedComponentsIn(root: AnyComponent): Set<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    if (!isObject(value) || typeof value.kind !== 'string' || value.kind === 'ref') return
    const { id } = value as unknown as AnyComponent
    if (seen.has(id)) {
      shared.add(id)
      return
    }
    seen.add(id)
    for (const key of HOLDERS) walk(value[key])
  }
  walk(root)
  return shared
}
