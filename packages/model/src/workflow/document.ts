/**
 * How a workflow document comes to be and changes. Pure: ids and times are handed in. The service owns id, machine
 * name, revision and the dated half of the metadata; everything else is the client's, unknown keys included.
 */

import { NATIVE_FORMAT } from '../formats.ts'
import { isObject } from '../json.ts'
import { SCHEMA_VERSION, type Workflow, type WorkflowMetadata } from './workflow.ts'

/** What a save brings along that no client may choose. */
export interface SaveFacts {
  readonly versionId: string
  /** ISO 8601, UTC. */
  readonly now: string
  /** Who saves, taken as the author of a new workflow that names none. */
  readonly savedBy: string
}

export interface CreateFacts extends SaveFacts {
  readonly id: string
  readonly machineName: string
}

type Given = Readonly<Record<string, unknown>>

/** Keys of a body that are not content: ours, or another spelling of something in the metadata. */
const NOT_CONTENT = new Set(['id', 'machineName', 'revision', 'metadata', 'tags'])

function contentOf(body: Given): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key, value]) => !NOT_CONTENT.has(key) && value !== undefined))
}

/** The document of a new workflow. */
export function newDocument(body: Given & { readonly name: string }, facts: CreateFacts): Workflow {
  const metadata = given(body)
  return {
    id: facts.id,
    machineName: facts.machineName,
    revision: 1,
    name: body.name,
    description: '',
    nodes: [],
    edges: [],
    ...contentOf(body),
    metadata: {
      author: facts.savedBy,
      format: NATIVE_FORMAT,
      ...metadata,
      tags: tagsOf(body, metadata) ?? [],
      ...ours({ createdAt: facts.now, facts, revision: 1 }),
    },
  } as Workflow
}

/** The document after an update: only what the body brings changes. */
export function changedDocument(current: Workflow, body: Given, facts: SaveFacts): Workflow {
  const metadata = given(body)
  const revision = current.revision + 1
  return {
    ...current,
    ...contentOf(body),
    revision,
    metadata: {
      ...current.metadata,
      ...metadata,
      tags: tagsOf(body, metadata) ?? current.metadata.tags,
      ...ours({ createdAt: current.metadata.createdAt, facts, revision }),
    },
  } as Workflow
}

/** The document after an old version was made the newest again: its content, under the life that went on. */
export function restoredDocument(current: Workflow, old: Workflow, facts: SaveFacts): Workflow {
  const { id, machineName, revision, metadata } = current
  const frame = { id, machineName, revision, metadata: { createdAt: metadata.createdAt, tags: [] as string[] } }
  return changedDocument(frame as unknown as Workflow, old, facts)
}

function ours({ createdAt, facts, revision }: { createdAt: string; facts: SaveFacts; revision: number }) {
  return {
    schemaVersion: SCHEMA_VERSION,
    version: SCHEMA_VERSION,
    createdAt,
    updatedAt: facts.now,
    versionId: facts.versionId,
    updateNumber: revision,
  } satisfies Partial<WorkflowMetadata>
}

function given(body: Given): Record<string, unknown> {
  return isObject(body.metadata) ? body.metadata : {}
}

/** Tags may come at the top or in the metadata; the top wins. The same tag twice counts once. */
function tagsOf(body: Given, metadata: Given): string[] | undefined {
  const tags = body.tags ?? metadata.tags
  return Array.isArray(tags) ? [...new Set(tags as string[])] : undefined
}
