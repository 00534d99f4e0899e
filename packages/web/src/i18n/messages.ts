/**
 * Messages of the service, of validation and of runs in the language of the page. They are English everywhere else; their
 * translations are loaded when the page first needs them.
 */
import { useEffect, useSyncExternalStore } from 'react'

export type TranslateMessage = (message: string) => string

const LOADERS: Readonly<Record<string, () => Promise<TranslateMessage>>> = {
  de: async () => (await import('./de/messages.ts')).germanMessage,
}

const loaded = new Map<string, TranslateMessage>()
const loading = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()

/** Resolves when the messages of a language can be translated. English and unknown languages need nothing. */
export async function loadMessages(tag: string): Promise<void> {
  const load = Object.hasOwn(LOADERS, tag) ? LOADERS[tag] : undefined
  if (load === undefined) return
  const started = loading.get(tag) ?? load().then((translate) => add(tag, translate))
  loading.set(tag, started)
  // A page that lost its connection shows English messages and tries again with the next one.
  await started.catch(() => loading.delete(tag))
}

function add(tag: string, translate: TranslateMessage): void {
  loaded.set(tag, translate)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Translates as soon as the messages are loaded. */
export function translateMessage(tag: string): TranslateMessage {
  return (message) => loaded.get(tag)?.(message) ?? message
}

/** Loads the messages of a language; the component renders again when they are there. */
export function useMessages(tag: string): TranslateMessage | undefined {
  useEffect(() => void loadMessages(tag), [tag])
  return useSyncExternalStore(subscribe, () => loaded.get(tag))
}
