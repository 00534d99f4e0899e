/** Fields of a config schema that hold secrets, wherever they are, and values planted in them. */
import type { Json } from './operations.ts'

export interface Planted {
  readonly config: Json
  /** Secrets by JSON pointer into the config. */
  readonly secrets: Readonly<Record<string, string>>
}

/** A config with a secret in every hidden text field; lists get one item each. */
export function plantedConfig(schema: Json, secretFor: (pointer: string) => string): Planted {
  const secrets: Record<string, string> = {}
  const plant = (inner: Json, pointer: string): unknown => {
    if (inner.type === 'string' && (inner.format === 'hidden' || inner.format === 'password')) {
      secrets[pointer] = secretFor(pointer)
      return secrets[pointer]
    }
    if (inner.type === 'array' && mentionsSecret(inner.items)) return [plant(inner.items as Json, `${pointer}/0`)]
    if (inner.type !== 'object') return undefined
    const entries = Object.entries((inner.properties ?? {}) as Record<string, Json>)
    const kept = entries.map(([key, property]) => [key, plant(property, `${pointer}/${key}`)] as const)
    const found = Object.fromEntries(kept.filter(([, value]) => value !== undefined))
    return Object.keys(found).length === 0 && pointer !== '' ? undefined : found
  }
  const config = plant({ ...schema, type: 'object' }, '') as Json
  return { config, secrets }
}

function mentionsSecret(schema: unknown): boolean {
  return /"format":"(hidden|password)"/.test(JSON.stringify(schema ?? {}))
}
