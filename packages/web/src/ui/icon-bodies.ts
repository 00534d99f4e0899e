/** The SVG bodies of icons: bundled ones are available immediately, all others are loaded on first use. */
import loaders from 'virtual:millrace-icon-shards'
import bundled from 'virtual:millrace-icons'
import { useEffect, useSyncExternalStore } from 'react'

const PREFIX = 'mdi:'
const loaded = new Map<string, Readonly<Record<string, string>>>()
const pending = new Set<string>()
const listeners = new Set<() => void>()

/** The body of an icon `mdi:<name>`; undefined while it loads and for unknown names. */
export function useIconBody(icon: string | undefined): string | undefined {
  const name = icon?.startsWith(PREFIX) ? icon.slice(PREFIX.length) : ''
  const body = useSyncExternalStore(subscribe, () => knownBody(name))
  const isMissing = name !== '' && body === undefined
  useEffect(() => {
    if (isMissing) void load(name.slice(0, 1))
  }, [isMissing, name])
  return body
}

function knownBody(name: string): string | undefined {
  if (Object.hasOwn(bundled, name)) return bundled[name]
  const shard = loaded.get(name.slice(0, 1))
  return shard !== undefined && Object.hasOwn(shard, name) ? shard[name] : undefined
}

async function load(letter: string): Promise<void> {
  if (loaded.has(letter) || pending.has(letter) || !Object.hasOwn(loaders, letter)) return
  pending.add(letter)
  try {
    const shard = await loaders[letter]?.()
    if (shard !== undefined) loaded.set(letter, shard.default)
    for (const listener of listeners) listener()
  } catch {
    // Icons are decoration: on an error the fallback stays, and the next icon of this letter retries.
  } finally {
    pending.delete(letter)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
