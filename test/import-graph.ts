/** Imports between files and between folders, read from the text of the sources. */
import type { SourceFile } from './source-files.ts'

/** Which folder of a package may import which. */
export type FolderTable = Readonly<Record<string, readonly string[]>>

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g

export function importsOf({ text }: SourceFile): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1]!)
}

/** The sources that a file imports by a relative path, from the root of the repository. */
export function filesImportedBy(file: SourceFile): string[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.') && !name.endsWith('.json'))
    .map((name) => new URL(name, `file:///${file.path}`).pathname.slice(1))
}

/** Imports between folders of one package that its table does not allow. */
export function wrongInside(
  files: readonly SourceFile[],
  table: FolderTable,
  folderOf: (path: string) => string,
): string[] {
  return files.flatMap((file) => {
    const from = folderOf(file.path)
    return filesImportedBy(file)
      .map(folderOf)
      .filter((to) => to !== from && !table[from]?.includes(to))
      .map((to) => `${file.path}: ${from || 'the package'} may not import ${to || 'the package'}`)
  })
}

/** Files that import each other in a circle, type imports included; each circle as one line. */
export function fileCycles(files: readonly SourceFile[]): string[] {
  return cyclesIn(Object.fromEntries(files.map((file) => [file.path, filesImportedBy(file)])))
}

/** Groups of names of which each leads to every other one, and names that lead to themselves. */
export function cyclesIn(table: FolderTable): string[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const found: string[] = []
  const visit = (name: string): void => {
    order.set(name, order.size)
    lowest.set(name, order.size - 1)
    open.push(name)
    for (const next of table[name] ?? []) {
      if (table[next] === undefined) continue
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(name, Math.min(lowest.get(name)!, lowest.get(next)!))
    }
    if (lowest.get(name) !== order.get(name)) return
    const group = open.splice(open.indexOf(name))
    if (group.length > 1 || table[name]?.includes(name)) found.push([...group, name].join(' → '))
  }
  for (const name of Object.keys(table)) if (!order.has(name)) visit(name)
  return found
}
