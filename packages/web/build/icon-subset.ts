/**
 * The icons that are used, and no others: every `mdi:<name>` that stands in our sources or in the catalogue's becomes part
 * of one small module. Nodes of other backends whose icon is not among them get a fallback in `ui/icon.tsx`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const MODULE = 'virtual:millrace-icons'
const packages = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['web/src', 'nodes/src', 'model/src'].map((folder) => join(packages, folder))
const NAME = /\bmdi:([a-z0-9]+(?:-[a-z0-9]+)*)/g

/** Names of all icons that are mentioned below the folders, sorted. */
export function mentionedIcons(folders: readonly string[] = FOLDERS): string[] {
  const names = new Set<string>()
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
      for (const [, name] of text.matchAll(NAME)) if (name !== undefined) names.add(name)
    }
  }
  return [...names].sort()
}

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>
}

function bodyOf(set: IconSet, name: string): string | undefined {
  return set.icons[name]?.body ?? set.icons[set.aliases?.[name]?.parent ?? '']?.body
}

/** Serves the virtual module with the bodies of the mentioned icons. */
export function iconSubset(): Plugin {
  return {
    name: 'millrace-icon-subset',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined
      const file = fileURLToPath(import.meta.resolve('@iconify-json/mdi/icons.json'))
      const set = JSON.parse(readFileSync(file, 'utf8')) as IconSet
      const found = mentionedIcons().flatMap((name) => {
        const body = bodyOf(set, name)
        if (body === undefined) this.warn(`There is no icon mdi:${name}`)
        return body === undefined ? [] : [[name, body] as const]
      })
      return `export default ${JSON.stringify(Object.fromEntries(found))}`
    },
  }
}
