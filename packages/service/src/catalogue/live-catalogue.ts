/**
 * The catalogue of a running service. A reload changes its maps in place, because all capabilities hold it: a step that
 * runs keeps the code that it began with, and later steps get the new one.
 */
import { basename } from 'node:path'
import type { Catalogue } from '@millrace/model'
import type { CustomNodes } from '@millrace/nodes'
import type { NodeFileProblem, ServedCatalogue } from '../platform/ports.ts'

/** Everything that a reload replaces. */
export type NodeTypes = Pick<ServedCatalogue, 'types' | 'categories' | 'definitions' | 'files' | 'icons'>

interface LiveNeeds extends Pick<ServedCatalogue, 'isBuiltIn' | 'languages'> {
  readonly custom: readonly CustomNodes[]
  /** Throws if the folders do not go together. */
  readonly build: (custom: readonly CustomNodes[]) => NodeTypes
}

const MAPS = ['types', 'definitions', 'files', 'icons'] as const

export class LiveCatalogue implements ServedCatalogue {
  readonly types: NodeTypes['types'] = new Map()
  readonly definitions: NodeTypes['definitions'] = new Map()
  readonly files: NodeTypes['files'] = new Map()
  readonly icons: NodeTypes['icons'] = new Map()
  readonly languages: ServedCatalogue['languages']
  readonly isBuiltIn: ServedCatalogue['isBuiltIn']
  categories: Catalogue['categories'] = []
  version = 0
  problems: readonly NodeFileProblem[] = []
  /** The valid files, by folder. */
  #custom: readonly CustomNodes[]
  readonly #build: LiveNeeds['build']
  readonly #listeners = new Set<() => void>()

  constructor({ custom, build, isBuiltIn, languages }: LiveNeeds) {
    this.#custom = custom
    this.#build = build
    this.isBuiltIn = isBuiltIn
    this.languages = languages
    this.#replace(build(custom))
  }

  /** The folders of the custom types. */
  get folders(): readonly string[] {
    return this.#custom.map(({ folder }) => folder)
  }

  /** Replaces the custom types. An invalid file keeps its last valid version; folders that conflict change nothing. */
  reload(read: readonly CustomNodes[]): void {
    const kept = read.map((one, at) => withLastValid(one, this.#custom[at]))
    const broken = read.flatMap((one) => one.broken)
    this.problems = broken.map(({ path, reason }) => ({ file: basename(path), message: reason }))
    try {
      this.#replace(this.#build(kept))
      this.#custom = kept
    } catch (error) {
      this.failed(error)
      return
    }
    this.#announce()
  }

  /** Records an error that prevented a reload. */
  failed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    this.problems = [...this.problems, { file: '', message }]
    this.#announce()
  }

  onReload(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #announce(): void {
    this.version += 1
    for (const listener of this.#listeners) listener()
  }

  #replace(next: NodeTypes): void {
    for (const name of MAPS) fill(this[name] as Map<string, unknown>, next[name])
    this.categories = next.categories
  }
}

function withLastValid(read: CustomNodes, before: CustomNodes | undefined): CustomNodes {
  const broken = new Set(read.broken.map(({ path }) => path))
  const kept = before?.nodes.filter(({ path }) => broken.has(path)) ?? []
  return { ...read, nodes: [...read.nodes, ...kept].sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

function fill(map: Map<string, unknown>, next: ReadonlyMap<string, unknown>): void {
  map.clear()
  for (const [key, value] of next) map.set(key, value)
}
