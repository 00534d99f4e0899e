/** Workflows and Agent Spec documents, each made of the other. */
import {
  checkExport,
  type ExportCheck,
  type ExportOptions,
  readAgentSpec,
  readingProblems,
  toFlow,
  toWorkflow,
  toYaml,
  writeOfficial,
  writeSeedDocument,
  writeSeedFlow,
} from '@millrace/agentspec'
import { type Catalogue, ERRORS, type ErrorCode, type Static, Type, type Workflow } from '@millrace/model'
import { text } from '../../http/define-route.ts'
import { JSON_TYPE } from '../../http/print-reply.ts'

export const Check = Type.Object(
  { valid: Type.Boolean(), errors: Type.Array(Type.String()), warnings: Type.Array(Type.String()) },
  { $id: 'AgentSpecCheck' },
)
type Check = Static<typeof Check>

export const DIALECTS = ['seed', 'official'] as const
export type Dialect = (typeof DIALECTS)[number]

export const YAML = 'application/yaml'

/** Which Agent Spec is asked for. The simple form has no versions. */
export const Form = {
  dialect: Type.Enum(DIALECTS, { default: 'seed' }),
  version: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'Of the official form, from 25.4.1; the lowest that fits unless given.',
    }),
  ),
}

interface Wanted {
  readonly dialect: Dialect
  readonly version?: string
}

function optionsOf({ dialect, version }: Wanted): ExportOptions {
  return { dialect, ...(dialect === 'official' && version !== undefined ? { version } : {}) }
}

export function checkOf(document: string, catalogue: Catalogue, wanted: Wanted): Check {
  const { valid, errors, warnings } = checkExport(JSON.parse(document) as Workflow, catalogue, optionsOf(wanted))
  return { valid, errors: [...errors], warnings: [...warnings] }
}

/** A refusal like any other, with the keys of a check beside it. */
export function notValid({ errors, warnings }: Pick<ExportCheck, 'errors' | 'warnings'>) {
  const code: ErrorCode = 'VALIDATION_ERROR'
  const error = errors[0] ?? ERRORS[code].sentence
  const body = { success: false, error, code, valid: false, errors, warnings }
  return text(JSON_TYPE, JSON.stringify(body), { status: 422 })
}

export interface ExportForm extends Wanted {
  readonly format: 'flow' | 'document'
  readonly as: 'json' | 'yaml'
}

/** A workflow as Agent Spec. The official form knows no documents: it is the flow with all its parts. */
export function exportedAs(document: string, catalogue: Catalogue, wanted: ExportForm) {
  const { format, dialect, as } = wanted
  const made = toFlow(JSON.parse(document) as Workflow, catalogue, optionsOf(wanted))
  if (made.errors !== undefined) return notValid(made)
  const { flow, agent } = made
  const value =
    dialect === 'official'
      ? writeOfficial(flow)
      : format === 'document'
        ? writeSeedDocument({ flow, ...(agent === undefined ? {} : { agent }) })
        : writeSeedFlow(flow)
  return as === 'yaml' ? text(YAML, toYaml(value)) : value
}

export type Converted =
  | ReturnType<typeof toWorkflow>
  | { readonly errors: readonly string[]; readonly warnings: readonly string[]; readonly workflow?: undefined }

/** An Agent Spec document as a workflow; nothing is stored. */
export function convertedFrom(document: unknown, catalogue: Catalogue): Converted {
  const read = readAgentSpec(document)
  if (read.errors !== undefined) return { errors: read.errors, warnings: read.warnings }
  const root = read.flow ?? read.agent
  if (root === undefined) return { errors: ['The document has no flow and no agent'], warnings: read.warnings }
  const { errors, warnings: doubts } = readingProblems(root, { isOfficial: read.dialect === 'official' })
  const warnings = [...read.warnings, ...doubts]
  return errors.length > 0 ? { errors, warnings } : toWorkflow({ ...read, warnings }, catalogue)
}
