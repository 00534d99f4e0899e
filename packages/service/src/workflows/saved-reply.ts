/** The reply to a save: the workflow as it is sent, and the warnings for its author. */
import { isDisabled, saveWarnings, stateFieldsOf, type Workflow } from '@millrace/model'
import type { JsonText, Prepared } from '../http/reply.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import type { ConfigChecks } from './config-checks.ts'
import type { CredentialChecks } from './credential-checks.ts'
import { type Printing, printSaved } from './print-workflow.ts'
import type { SealedSave } from './sealer.ts'
import type { WorkflowEvents } from './workflow-events.ts'

/** A committed save: the stored document and its revision. */
export interface Saved {
  readonly revision: number
  readonly workflow: Workflow
  /** The workflow as it is sent to clients. */
  readonly json: JsonText
  /** A warning for the author. */
  readonly note?: string | undefined
  /** Parts of the workflow that will not work. */
  readonly warnings: readonly string[]
  /** The reply that `Replying.prepare` returned for the same values. */
  readonly prepared?: Prepared | undefined
}

/** How a save is reported to its client. */
export interface Replying {
  readonly printing?: Printing
  /** Called with the expected result while the save is written. */
  readonly prepare?: (saved: Saved) => Prepared
}

export interface ReplyNeeds {
  readonly catalogue: ServedCatalogue
  readonly events: WorkflowEvents
  /** Warnings for the author of a save. */
  readonly warningFor: (save: SealedSave) => Promise<string | undefined>
  readonly credentialChecks: CredentialChecks
  readonly configChecks: ConfigChecks
}

/** The number of warnings about credentials is limited. */
const MAX_LACKING = 20

const WITHOUT_COPIES: Printing = { origin: '', isCopied: false }

/**
 * Returns a function that prepares the reply to a save while another thread writes it. What that returns completes the
 * reply, and must only be called when the save is committed.
 */
export function replyTo({ catalogue, events, warningFor, credentialChecks, configChecks }: ReplyNeeds) {
  return (next: SealedSave, { printing = WITHOUT_COPIES, prepare }: Replying = {}): (() => Promise<Saved>) => {
    const { sealed, printed, summary, version, triggers } = next
    const workflow = { ...sealed, ...stateFieldsOf(summary) }
    const registered = new Set(triggers.map(({ nodeId }) => nodeId))
    const areInert = triggers.some(({ isInert }) => isInert)
    const rules = { catalogue, languages: catalogue.languages }
    const drafted = async (): Promise<Saved> => {
      const [json, own, lacking, unusable] = await Promise.all([
        printSaved({ workflow, printed, publication: summary }, catalogue, printing),
        saveWarnings(sealed.nodes, { registered, areInert }, rules),
        credentialChecks(
          sealed.nodes.filter((node) => !isDisabled(node)),
          summary.project,
        ),
        configChecks(sealed, summary.project),
      ])
      const found = [...lacking.slice(0, MAX_LACKING), ...unusable]
      const warnings = [...own, ...found.map(({ message }) => message)]
      const saved = { revision: version.revision, workflow, json, note: secretsNote(next), warnings }
      return { ...saved, prepared: prepare?.(saved) }
    }
    const draft = drafted()
    // The function below throws the error; it is not called after a failed write.
    draft.catch(() => undefined)
    return async () => {
      events.saved(next)
      const taken = await warningFor(next)
      const saved = await draft
      if (taken === undefined) return saved
      const note = saved.note === undefined ? taken : `${saved.note} ${taken}`
      return { ...saved, note, warnings: [...saved.warnings, taken], prepared: undefined }
    }
  }
}

/** Notes on secrets that the save kept or removed implicitly. */
function secretsNote({ keptSecrets: kept, removedSecrets: removed }: SealedSave): string | undefined {
  const notes = [
    ...(kept > 0 ? [`${counted(kept)} that the request left out ${kept === 1 ? 'was' : 'were'} kept.`] : []),
    ...(removed > 0 ? [`${counted(removed)} ${removed === 1 ? 'was' : 'were'} removed.`] : []),
  ]
  return notes.length === 0 ? undefined : notes.join(' ')
}

function counted(count: number): string {
  return `${count} stored ${count === 1 ? 'secret' : 'secrets'}`
}
