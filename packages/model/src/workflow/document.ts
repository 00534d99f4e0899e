/**
 * Creates and changes workflow documents. Pure: ids and times are arguments. The service owns id, machine name, revision
 * and the timestamps of the metadata; everything else belongs to the client, unknown keys included.
 */

import { NATIVE_FORMAT } from '../formats.ts'
import { isObject } from '../json.ts'
import { STATE_FIELDS } from './state-fields.ts'
import { SCHEMA_VERSION, type Workflow, type WorkflowMetadata } from './workflow.ts'

/** The facts of a save that no client may choose. */
export interface SaveFacts {
  readonly versionId: string
  /** ISO 8601, UTC. */
  readonly now: string
  /** The user who saves: the author of a new workflow that does not name one. */
  readonly savedBy: string
}

export interface CreateFacts extends SaveFacts {
  readonly id: string
  readonly machineName: string
}

type Given = Readonly<Record<string, unknown>>

/** Keys of a body that are not content: owned by the service, state on the wire, or another spelling of a metadata key. */
const NOT_CONTENT = new Set(['id', 'machineName', 'revision', 'metadata', 'tags', ...Object.keys(STATE_FIELDS)])

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

/** The document after an update: only the keys of the body change. */
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

/** The document after restoring an old version: its content, with the current id, revision and timestamps. */
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

/** Tags may be at the top or in the metadata; the top wins. Duplicates count once. */
function tagsOf(body: Given, metadata: Given): string[] | undefined {
  const tags = body.tags ?? metadata.tags
  return Array.isArray(tags) ? [...new Set(tags as string[])] : undefined
}
