/**
 * The catalogue of a running service. A reload changes its maps in place, because all capabilities hold it: a step that
 * runs keeps the code that it began with, and later steps get the new one.
 */
import { basename, sep } from 'node:path'
import type { Catalogue } from '@millrace/model'
import type { BrokenNode, CustomNodes } from '@millrace/nodes'
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
  /** The files behind `problems`. */
  broken: readonly BrokenNode[] = []
  /** The valid files, by folder. */
  #custom: readonly CustomNodes[]
  readonly #build: LiveNeeds['build']
  readonly #listeners = new Set<() => void>()

  constructor({ custom, build, isBuiltIn, languages }: LiveNeeds) {
    this.#custom = custom.map(withoutOwners())
    this.#build = build
    this.isBuiltIn = isBuiltIn
    this.languages = languages
    this.#note(this.#custom)
    this.#replace(build(this.#custom))
  }

  /** The folders of the custom types. */
  get folders(): readonly string[] {
    return this.#custom.map(({ folder }) => folder)
  }

  /** Replaces the custom types. An invalid file keeps its last valid version; folders that conflict change nothing. */
  reload(read: readonly CustomNodes[]): void {
    const kept = read.map((one, at) => withLastValid(one, this.#custom[at])).map(withoutOwners())
    this.#note(kept)
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

  whyMissing(typeId: string): string | undefined {
    const id = typeId.replaceAll('-', '_')
    const found = id === '' ? undefined : this.broken.find((one) => one.typeId === id)
    return found && this.#problemOf(found).message
  }

  onReload(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #note(custom: readonly CustomNodes[]): void {
    this.broken = custom.flatMap((one) => one.broken)
    this.problems = this.broken.map((one) => this.#problemOf(one))
  }

  /** Where the files are is of no interest to clients. */
  #problemOf({ path, reason }: BrokenNode): NodeFileProblem {
    return { file: basename(path), message: this.folders.reduce((text, one) => text.replaceAll(one + sep, ''), reason) }
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

/** For each folder in order: a type that an earlier folder defines is left out, and its file listed. */
function withoutOwners(): (read: CustomNodes) => CustomNodes {
  const owners = new Map<string, string>()
  return (read) => {
    const isTaken = ({ definition }: CustomNodes['nodes'][number]) => owners.has(definition.id)
    const taken = read.nodes.filter(isTaken).map(({ path, definition: { id } }) => {
      const reason = `has the id "${id}", which is already used by ${owners.get(id)}`
      return { path, typeId: id.replaceAll('-', '_'), reason }
    })
    const nodes = taken.length === 0 ? read.nodes : read.nodes.filter((node) => !isTaken(node))
    for (const { path, definition } of nodes) owners.set(definition.id, path)
    return { ...read, nodes, broken: [...read.broken, ...taken] }
  }
}

function fill(map: Map<string, unknown>, next: ReadonlyMap<string, unknown>): void {
  map.clear()
  for (const [key, value] of next) map.set(key, value)
}
