/** Conversions for the routes. Large ones run in a worker thread, because thousands of nodes take seconds. */
import {
  type AgentSpecCheck,
  type Catalogue,
  ERRORS,
  type ErrorCode,
  parseInSlices,
  printInSlices,
} from '@millrace/model'
import { catalogueText } from '../catalogue/catalogue-text.ts'
import { jsonText, text } from '../http/define-route.ts'
import { JSON_TYPE } from '../http/print-reply.ts'
import type { Workers } from '../platform/workers/workers.ts'
import {
  type Converted,
  checkOf,
  convertedFrom,
  type ExportForm,
  type Exporting,
  exportedText,
  type Refused,
  type Wanted,
} from './convert.ts'
import { deadlineFor, isLarge, LARGE_CHARACTERS } from './large-documents.ts'

export const YAML = 'application/yaml'

export interface ConversionNeeds {
  readonly catalogue: Catalogue
  readonly workers: Workers
  /** Used for fair queueing of worker threads. */
  readonly caller: string
}

/** Whether a stored workflow can be exported. */
export async function exportCheck(
  exporting: Exporting,
  wanted: Wanted,
  needs: ConversionNeeds,
): Promise<AgentSpecCheck> {
  const { catalogue, workers, caller } = needs
  if (isQuick(exporting)) return checkOf(exporting, catalogue, wanted)
  const task = { ...exporting, catalogue: catalogueText(catalogue), wanted }
  return workers.run('check-agent-spec', task, { deadlineMs: deadlineFor({ length: sizeOf(exporting) }), caller })
}

/** A stored workflow as Agent Spec, or the errors. */
export async function exportedAs(exporting: Exporting, wanted: ExportForm, needs: ConversionNeeds) {
  const { catalogue, workers, caller } = needs
  const task = { ...exporting, catalogue: catalogueText(catalogue), wanted }
  const made = isQuick(exporting)
    ? exportedText(exporting, catalogue, wanted)
    : await workers.run('export-agent-spec', task, { deadlineMs: deadlineFor({ length: sizeOf(exporting) }), caller })
  if (typeof made !== 'string') return notValid(made)
  return wanted.as === 'yaml' ? text(YAML, made) : jsonText(made)
}

/** A workflow that calls others may become much larger than all of them: each is written at every call. */
function isQuick({ document, called }: Exporting): boolean {
  return document.length < LARGE_CHARACTERS && Object.keys(called).length === 0
}

function sizeOf({ document, called }: Exporting): number {
  return [...new Set([document, ...Object.values(called)])].reduce((sum, { length }) => sum + length, 0)
}

/** An Agent Spec document as a workflow; it is not stored. */
export async function workflowFrom(document: unknown, needs: ConversionNeeds): Promise<Converted> {
  const { catalogue, workers, caller } = needs
  if (!isLarge(document)) return convertedFrom(document, catalogue)
  const sent = await printInSlices(document)
  const task = { document: sent, catalogue: catalogueText(catalogue) }
  const made = await workers.run('import-agent-spec', task, { deadlineMs: deadlineFor(sent), caller })
  return (await parseInSlices(made)) as Converted
}

/** An error response that also has the keys of a check. */
export function notValid({ errors, warnings }: Refused) {
  const code: ErrorCode = 'VALIDATION_ERROR'
  const error = errors[0] ?? ERRORS[code].sentence
  const body = { success: false, error, code, valid: false, errors, warnings }
  return text(JSON_TYPE, JSON.stringify(body), { status: 422 })
}
