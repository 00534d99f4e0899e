/** Converts between workflows and Agent Spec documents. Runs on the main thread or in a worker thread. */
import {
  checkExport,
  type ExportOptions,
  readAgentSpec,
  readingProblems,
  toFlow,
  toWorkflow,
  toYaml,
  writeOfficial,
  writeSimpleDocument,
  writeSimpleFlow,
} from '@millrace/agentspec'
import type { AgentSpecDialect, Catalogue, Workflow } from '@millrace/model'

export interface Wanted {
  readonly dialect: AgentSpecDialect
  readonly version?: string
}

export interface ExportForm extends Wanted {
  readonly format: 'flow' | 'document'
  readonly as: 'json' | 'yaml'
}

/** Why something cannot be converted. */
export interface Refused {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** An exported workflow with the workflows that it calls. */
export interface Exporting {
  /** The workflow as JSON. */
  readonly document: string
  /** Stored workflows as JSON, by the id or name that a node calls them by. */
  readonly called: Readonly<Record<string, string>>
}

function optionsOf({ dialect, version }: Wanted, { called }: Exporting): ExportOptions {
  const parsed = new Map<string, Workflow>()
  return {
    dialect,
    ...(dialect === 'official' && version !== undefined ? { version } : {}),
    workflows(name) {
      const text = Object.hasOwn(called, name) ? called[name] : undefined
      if (text === undefined) return undefined
      const workflow = parsed.get(text) ?? (JSON.parse(text) as Workflow)
      parsed.set(text, workflow)
      return workflow
    },
  }
}

export function checkOf(exporting: Exporting, catalogue: Catalogue, wanted: Wanted) {
  const workflow = JSON.parse(exporting.document) as Workflow
  const { valid, errors, warnings } = checkExport(workflow, catalogue, optionsOf(wanted, exporting))
  return { valid, errors: [...errors], warnings: [...warnings] }
}

/** A workflow as Agent Spec text. The official form has no documents: it is the flow with all its components. */
export function exportedText(exporting: Exporting, catalogue: Catalogue, wanted: ExportForm): string | Refused {
  const { format, dialect, as } = wanted
  const made = toFlow(JSON.parse(exporting.document) as Workflow, catalogue, optionsOf(wanted, exporting))
  if (made.errors !== undefined) return { errors: made.errors, warnings: made.warnings }
  const { flow, agent } = made
  const value =
    dialect === 'official'
      ? writeOfficial(flow)
      : format === 'document'
        ? writeSimpleDocument({ flow, ...(agent === undefined ? {} : { agent }) })
        : writeSimpleFlow(flow)
  return as === 'yaml' ? toYaml(value) : JSON.stringify(value)
}

export type Converted = ReturnType<typeof toWorkflow> | (Refused & { readonly workflow?: undefined })

/** An Agent Spec document as a workflow; it is not stored. */
export function convertedFrom(document: unknown, catalogue: Catalogue): Converted {
  const read = readAgentSpec(document)
  if (read.errors !== undefined) return { errors: read.errors, warnings: read.warnings }
  const root = read.flow ?? read.agent
  if (root === undefined) return { errors: ['The document has no flow and no agent'], warnings: read.warnings }
  const { errors, warnings: doubts } = readingProblems(root, { isOfficial: read.dialect === 'official' })
  const warnings = [...read.warnings, ...doubts]
  return errors.length > 0 ? { errors, warnings } : toWorkflow({ ...read, warnings }, catalogue)
}
