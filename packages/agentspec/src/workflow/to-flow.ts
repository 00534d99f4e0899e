/**
 * Exports a workflow as an Agent Spec flow, deterministically. Canvas data that Agent Spec cannot express is stored in
 * the metadata of the flow, so that `to-workflow.ts` can restore the workflow; secrets are not.
 */
import { type Catalogue, isObject, withoutSecrets } from '@millrace/model'
import { newSeedReader } from '../codec/read-simple.ts'
import type { Agentic, Flow } from '../components.ts'
import { type Notes, newNotes, quoted } from '../notes.ts'
import { versionFor } from '../versions.ts'
import { type Building, builtFlow } from './build-flow.ts'
import { type BuiltCall, calledWorkflows, type FindCalled } from './called-workflows.ts'
import { canvasOf, type ExportedWorkflow } from './canvas.ts'
import type { ExportOptions } from './export-options.ts'
import { exportRules } from './export-rules.ts'
import { withoutSecretsIn } from './redact.ts'
import { FLOW } from './saved-metadata.ts'
import { keepCanvas, keepNode } from './store-canvas.ts'

export interface ExportCheck {
  readonly valid: boolean
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

export interface Exported {
  readonly flow: Flow
  /** The agent that the workflow was imported with. */
  readonly agent?: Agentic
  readonly warnings: readonly string[]
  readonly errors?: undefined
}

export interface NotExportable {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  readonly flow?: undefined
}

/** Whether a workflow can be exported, and what would be lost. */
export function checkExport(
  workflow: ExportedWorkflow,
  catalogue: Catalogue,
  options: ExportOptions = {},
): ExportCheck {
  const { errors, warnings } = toFlow(workflow, catalogue, options)
  return { valid: errors === undefined, errors: errors ?? [], warnings }
}

/** The flow of a workflow; the result has `errors` if there is none. */
export function toFlow(
  workflow: ExportedWorkflow,
  catalogue: Catalogue,
  options: ExportOptions = {},
): Exported | NotExportable {
  const notes = newNotes()
  const called = options.dialect === 'official' ? calledFrom(workflow, catalogue, { options, notes }) : undefined
  const built = wholeFlow(workflow, { notes, catalogue, options, ...(called ? { called } : {}) })
  const fits = built && options.version !== undefined ? versionFor(built, options.version) : undefined
  if (fits && 'problem' in fits) notes.error(fits.problem)
  const { errors } = notes
  if (errors.length > 0 || built === undefined) return { errors, warnings: notes.warnings }
  const { value, secrets } = withoutSecretsIn(built)
  const flow = options.version === undefined ? value : { ...value, version: options.version }
  for (const secret of secrets) notes.warn(`Secret ${quoted(secret)} is omitted`)
  const agent = agentBeside(workflow, notes)
  return { flow, ...(agent ? { agent } : {}), warnings: notes.warnings }
}

/** The workflow as a flow, with all canvas-only data in its metadata. */
function wholeFlow(workflow: ExportedWorkflow, building: Building): Flow | undefined {
  const { clean, canvas } = readyFor(workflow, building)
  const built = builtFlow(clean, canvas, building)
  if (built === undefined) return undefined
  const { flow, frame, keeping, kept, folded } = built
  const nodes = flow.nodes.map((component) => keepNode(component, frame.canvasOf.get(component), keeping))
  const { catalogue } = building
  return keepCanvas({ ...flow, nodes }, { workflow: clean, canvas, catalogue, kept, added: frame.added, folded })
}

/** The canvas of a workflow without secrets, checked by the export rules. */
function readyFor(workflow: ExportedWorkflow, { catalogue, notes, options }: Building) {
  const clean = { ...workflow, nodes: withoutSecrets(workflow.nodes, catalogue) }
  for (const [at, node] of clean.nodes.entries()) {
    if (node !== workflow.nodes[at]) notes.warn(`The secrets of node ${quoted(node.id)} are omitted`)
  }
  const canvas = canvasOf(clean, catalogue, workflow.nodes)
  exportRules(canvas, notes, { mayLoop: options.dialect === 'official' })
  return { clean, canvas }
}

/** Resolves the called workflows. Each becomes a flow without canvas-only data. */
function calledFrom(
  root: ExportedWorkflow,
  catalogue: Catalogue,
  { options, notes }: Pick<Building, 'options' | 'notes'>,
): FindCalled {
  function build(workflow: ExportedWorkflow, called: FindCalled): BuiltCall | { readonly errors: readonly string[] } {
    const own = newNotes()
    const building = { notes: own, catalogue, options, called }
    const { clean, canvas } = readyFor(workflow, building)
    const built = builtFlow(clean, canvas, building)
    if (built === undefined || own.errors.length > 0) return { errors: own.errors }
    const { version: _, ...flow } = withoutSecretsIn(built.flow).value
    return { flow, launch: built.launch(), warnings: own.warnings }
  }
  return calledWorkflows(root, { find: options.workflows ?? (() => undefined), build, warn: notes.warn })
}

function agentBeside(workflow: ExportedWorkflow, notes: Notes): Agentic | undefined {
  const kept = workflow.metadata?.[FLOW]
  if (!isObject(kept) || !isObject(kept.agent)) return undefined
  return newSeedReader({}, notes).component({ component_type: 'agent', ...kept.agent }, 'agent') as Agentic
}
