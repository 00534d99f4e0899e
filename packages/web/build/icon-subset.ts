/**
 * The icons of the page. Every `mdi:<name>` in our sources or the catalogue's becomes part of one small module that is
 * loaded with the page. All others, which custom nodes may use, are chunks that load on demand.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const MODULE = 'virtual:millrace-icons'
const packages = fileURLToPath(new URL('../../', import.meta.url))
const FOLDERS = ['web/src', 'nodes/src', 'model/src'].map((folder) => join(packages, folder))
const NAME = /\bmdi:([a-z0-9]+(?:-[a-z0-9]+)*)/g

/** Names of all icons used in the folders, sorted. */
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

const SHARDS = 'virtual:millrace-icon-shards'
const SHARD = 'virtual:millrace-icon-shard/'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

let parsed: IconSet | undefined

/** The whole set, parsed once for all 27 modules. */
function iconSet(): IconSet {
  parsed ??= readIconSet()
  return parsed
}

function readIconSet(): IconSet {
  const file = fileURLToPath(import.meta.resolve('@iconify-json/mdi/icons.json'))
  return JSON.parse(readFileSync(file, 'utf8')) as IconSet
}

/** The icons whose names start with a letter. */
function shardOf(set: IconSet, letter: string): Record<string, string> {
  const names = [...Object.keys(set.icons), ...Object.keys(set.aliases ?? {})].filter((name) => name.startsWith(letter))
  return Object.fromEntries(names.sort().flatMap((name) => [[name, bodyOf(set, name) ?? ''] as const]))
}

/** A loader per first letter; each shard is a chunk that is loaded when one of its icons is rendered. */
function loaders(): string {
  const entries = [...LETTERS].map((letter) => `${letter}: () => import('${SHARD}${letter}')`)
  return `export default { ${entries.join(', ')} }`
}

/** Provides the virtual modules: the icons that our sources use, and all others in shards. */
export function iconSubset(): Plugin {
  return {
    name: 'millrace-icon-subset',
    resolveId: (id) => (id === MODULE || id === SHARDS || id.startsWith(SHARD) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${SHARDS}`) return loaders()
      if (id.startsWith(`\0${SHARD}`)) return `export default ${JSON.stringify(shardOf(iconSet(), id.slice(-1)))}`
      if (id !== `\0${MODULE}`) return undefined
      const set = iconSet()
      const found = mentionedIcons().flatMap((name) => {
        const body = bodyOf(set, name)
        if (body === undefined) this.warn(`There is no icon mdi:${name}`)
        return body === undefined ? [] : [[name, body] as const]
      })
      return `export default ${JSON.stringify(Object.fromEntries(found))}`
    },
  }
}
