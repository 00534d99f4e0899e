import type { Caller } from '@millrace/client'
import { credentialType } from '@millrace/model'
import { useEffect, useState } from 'react'
import type { Client } from '../api/client.ts'
import { mayIn } from '../api/may-in.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { lazyCode, useCode } from '../ui/lazy-code.ts'
import { AutocompleteField } from './autocomplete-field.tsx'
import type { FieldProps } from './field-props.ts'
import { useForm } from './form-context.tsx'

const DIALOG = lazyCode(() => import('../credentials/credential-dialog.tsx'))

/** The name of a credential with suggestions. Admins can create one without leaving the form. */
export function CredentialField(props: FieldProps) {
  const t = useText()
  const { client, project } = useForm()
  const { value, isReadOnly, onChange } = props
  const isAdmin = useAdmin(isReadOnly ? undefined : client, project)
  const types = props.schema['x-credential'] ?? []
  const [start, setStart] = useState<{ readonly name?: string }>()
  const open = async () => {
    const name = typeof value === 'string' ? value.trim() : ''
    // A workflow from another installation may name a credential that does not exist here yet.
    const isMissing = client !== undefined && (await isUnknown(client, { name, project, types }))
    setStart(isMissing ? { name } : {})
  }
  const mayCreate = isAdmin && client !== undefined
  return (
    <div className="mr-row">
      <div className="mr-grow">
        <AutocompleteField {...props} />
      </div>
      {mayCreate && (
        <Button onClick={() => void open()} data-tip={t.credentials.create}>
          {t.credentials.new}
        </Button>
      )}
      {mayCreate && start !== undefined && (
        <NewCredential
          {...{ client, start }}
          types={types}
          onClose={() => setStart(undefined)}
          onCreated={(name) => {
            setStart(undefined)
            // A change, so that the workflow is validated again: the name was unknown until now.
            if (name === value) onChange(undefined)
            onChange(name)
          }}
        />
      )}
    </div>
  )
}

interface NewCredentialProps {
  readonly client: Client
  readonly types: readonly string[]
  readonly start: { readonly name?: string }
  readonly onCreated: (name: string) => void
  readonly onClose: () => void
}

function NewCredential({ client, types, start, onCreated, onClose }: NewCredentialProps) {
  const { values, project } = useForm()
  const dialog = useCode(DIALOG)
  return (
    dialog && (
      <dialog.CredentialDialog
        client={client}
        start={{ ...start, project, types, hosts: hostIn(values.url) }}
        onSaved={({ name }) => onCreated(name)}
        onClose={onClose}
      />
    )
  )
}

/** The host that the node calls; empty if its URL is not written yet or computed. */
function hostIn(url: unknown): string {
  const { protocol, host } = (typeof url === 'string' && !url.includes('{{') && URL.parse(url)) || {}
  if (host === undefined || host === '') return ''
  return protocol === 'http:' ? `http://${host}` : host
}

interface NamedCredential {
  readonly name: string
  readonly project: string | undefined
  readonly types: readonly string[]
}

async function isUnknown(client: Client, { name, project, types }: NamedCredential): Promise<boolean> {
  const purpose = credentialType(types[0] ?? '')?.purpose
  if (name === '' || purpose === undefined) return false
  const found = await client.suggestCredentials({ purpose, project, q: name, limit: 100 }).catch(() => undefined)
  return found?.every(({ value }) => value !== name) ?? false
}

const callers = new WeakMap<Client, Promise<Caller | undefined>>()

/** Whether the caller may create credentials in the project; asked once per client, because a host may use any token. */
function useAdmin(client: Client | undefined, project: string | undefined): boolean {
  const [isAdmin, setAdmin] = useState(false)
  useEffect(() => {
    if (client === undefined) return
    let isGone = false
    const asked = callers.get(client) ?? client.getSession().catch(() => undefined)
    callers.set(client, asked)
    void asked.then((caller) => !isGone && setAdmin(caller !== undefined && mayIn(caller, project, 'admin')))
    return () => {
      isGone = true
    }
  }, [client, project])
  return isAdmin
}
