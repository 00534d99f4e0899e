import type { Credential } from '@millrace/client'
import { CREDENTIAL_TYPE_IDS } from '@millrace/model'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { projectForNew, projectsWithRole } from '../projects/project-roles.ts'
import { useProjects } from '../projects/use-projects.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../ui/select.tsx'
import { ConnectionState, isConnectable } from './connection-state.tsx'
import { connectionText } from './connection-text.ts'
import {
  bodyOf,
  type CredentialDraft,
  type CredentialStart,
  draftOf,
  draftProblems,
  typeOf,
} from './credential-draft.ts'
import { CredentialFields } from './credential-fields.tsx'
import { typeName } from './type-name.ts'
import { credentialTypeText } from './type-text.ts'

interface CredentialDialogProps {
  readonly client: Client
  /** The credential to edit; absent for a new one. */
  readonly credential?: Credential | undefined
  /** What a new one starts with; `types` limits the choice. */
  readonly start?: CredentialStart | undefined
  readonly onSaved: (credential: Credential) => void
  /** Called after a change that leaves the dialog open. */
  readonly onChanged?: (() => void) | undefined
  readonly onClose: () => void
}

/** Creates or edits a credential. A stored secret is never shown, only replaced. */
export function CredentialDialog(props: CredentialDialogProps) {
  const { client, start, onSaved, onChanged, onClose } = props
  const t = useText()
  const [credential, setCredential] = useState(props.credential)
  const text = t.credentials
  const projects = useProjects(client)
  const own = projectsWithRole(projects?.list ?? [], 'admin')
  const [chosen, setChosen] = useState<string>()
  const project = start?.project ?? projectForNew(own, chosen, 'admin')
  const [draft, setDraft] = useState(() => draftOf(credential, start))
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isTried, setTried] = useState(false)
  const problems = draftProblems(draft, credential)
  const change = (next: Partial<CredentialDraft>) => setDraft({ ...draft, ...next })
  const run = (change: Promise<void>) => {
    setBusy(true)
    setError(undefined)
    change.catch((failure: unknown) => setError(asApiError(failure).message)).finally(() => setBusy(false))
  }
  const saved = async () => {
    const body = bodyOf(draft)
    const next = await (credential === undefined
      ? client.createCredential({ project, body })
      : client.updateCredential({ id: credential.id, body }))
    setCredential(next)
    return next
  }
  const tried = (change: () => Promise<void>) => {
    setTried(true)
    if (Object.keys(problems).length === 0) run(change())
  }
  const save = () => tried(async () => onSaved(await saved()))
  const connect = () =>
    tried(async () => {
      // The form of a node has changes that a new address would lose.
      const tab = start === undefined ? null : window.open('', '_blank')
      try {
        const next = await saved()
        const { url } = await client.connectCredential({ id: next.id })
        const target = tab ?? window
        target.location.assign(url)
        if (tab !== null) onSaved(next)
      } catch (failure) {
        tab?.close()
        onChanged?.()
        throw failure
      }
    })
  const disconnect = async () => {
    if (credential === undefined) return
    setCredential(await client.disconnectCredential({ id: credential.id }))
    onChanged?.()
  }
  const canConnect = isConnectable(draft.type)
  const types = start?.types ?? CREDENTIAL_TYPE_IDS
  return (
    <FormDialog
      title={credential === undefined ? text.newTitle : text.editTitle(credential.name)}
      submit={text.save}
      canSubmit={!isBusy}
      onSubmit={save}
      onClose={onClose}
      mainAction={
        canConnect && (
          <Button look="primary" disabled={isBusy} onClick={connect}>
            {connectionText(t).save}
          </Button>
        )
      }
    >
      {error !== undefined && (
        <p className="mr-field__error" role="alert">
          <Icon name="mdi:alert-circle-outline" size={13} />
          {error}
        </p>
      )}
      {projects &&
        credential === undefined &&
        start?.project === undefined &&
        project !== undefined &&
        own.length > 1 && <projects.parts.ProjectField list={own} value={project} onChange={setChosen} />}
      <Field label={text.type} hint={credentialTypeText(t).typeHints[draft.type] ?? typeOf(draft).description}>
        {(ids) => (
          <Select
            ids={ids}
            value={draft.type}
            disabled={types.length < 2}
            options={types.map((one) => ({ value: one, label: typeName(one, t) }))}
            onChange={(type) => change({ type, values: type === credential?.type ? draftOf(credential).values : {} })}
          />
        )}
      </Field>
      <CredentialFields draft={draft} credential={credential} problems={isTried ? problems : {}} onChange={change} />
      {canConnect && <ConnectionState {...{ client, credential }} onDisconnect={() => run(disconnect())} />}
    </FormDialog>
  )
}
