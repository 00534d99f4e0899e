/**
 * Imports a file again after it has changed. Node.js imports an address once, so a version is part of the address; a hook
 * gives the version to the files that it imports too, except packages.
 */
import { registerHooks } from 'node:module'

const VERSION = 'millrace'
let isHooked = false

/** The module of a file in a version; 0 is the first one, which is imported as usual. */
export async function importVersion(file: URL, version: number): Promise<unknown> {
  if (version === 0) return import(/* @vite-ignore */ file.href)
  if (!isHooked) hook()
  return import(/* @vite-ignore */ `${file.href}?${VERSION}=${version}`)
}

function hook(): void {
  isHooked = true
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const version = versionOf(context.parentURL)
      if (version === undefined || !found.url.startsWith('file:')) return found
      if (found.url.includes('?') || found.url.includes('/node_modules/')) return found
      return { ...found, url: `${found.url}?${VERSION}=${version}` }
    },
  })
}

function versionOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new RegExp(`\\?${VERSION}=(\\d+)$`).exec(url)?.[1]
}
