import type { Credential } from '@millrace/client'
import { useText } from '../i18n/use-text.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import {
  type CredentialDraft,
  type DraftField,
  type DraftProblem,
  draftFields,
  needsSecretsAgain,
  storedEnd,
  typeOf,
} from './credential-draft.ts'
import { credentialTypeText } from './type-text.ts'

interface CredentialFieldsProps {
  readonly draft: CredentialDraft
  readonly credential: Credential | undefined
  readonly problems: Readonly<Record<string, DraftProblem>>
  readonly onChange: (change: Partial<CredentialDraft>) => void
}

/** Name, description and hosts, and the fields of the type. */
export function CredentialFields({ draft, credential, problems, onChange }: CredentialFieldsProps) {
  const t = useText()
  const text = t.credentials
  const labels = credentialTypeText(t)
  const type = typeOf(draft)
  const problemOf = (key: string, label: string) => {
    const problem = problems[key]
    return problem === undefined ? undefined : problem === 'name' ? text.badName : text.missing(label)
  }
  const isRenamed = credential !== undefined && credential.workflows > 0 && draft.name.trim() !== credential.name
  return (
    <>
      <Field
        label={text.name}
        hint={isRenamed ? text.renamed(credential.workflows) : text.nameHint}
        error={problemOf('name', text.name)}
        required
      >
        {(ids) => (
          <input
            {...ids}
            className="mr-input mr-mono"
            maxLength={64}
            spellCheck={false}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      {draftFields(type).map((field) => (
        <ValueField
          key={field.key}
          {...{ field, draft, credential }}
          error={problemOf(`values.${field.key}`, labels.fields[field.key] ?? field.title)}
          onChange={(value) => onChange({ values: { ...draft.values, [field.key]: value } })}
        />
      ))}
      {type.bindsHosts && (
        <Field label={text.hosts} hint={text.hostsHint} error={problemOf('hosts', text.hosts)} required>
          {(ids) => (
            <textarea
              {...ids}
              className="mr-input mr-mono mr-scroll"
              rows={2}
              spellCheck={false}
              placeholder="api.shop.example"
              value={draft.hosts}
              onChange={(event) => onChange({ hosts: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label={text.description}>
        {(ids) => (
          <input
            {...ids}
            className="mr-input"
            maxLength={500}
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

interface ValueFieldProps {
  readonly field: DraftField
  readonly draft: CredentialDraft
  readonly credential: Credential | undefined
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function ValueField({ field, draft, credential, error, onChange }: ValueFieldProps) {
  const t = useText()
  const text = t.credentials
  const labels = credentialTypeText(t)
  const { key, title, isSecret, isRequired, options, placeholder } = field
  const end = isSecret ? storedEnd(credential, draft.type, key) : undefined
  const value = draft.values[key] ?? ''
  const keptHint = needsSecretsAgain(draft, credential) ? text.enterAgain : text.secretKept(end ?? '')
  const hint = isSecret ? (end === undefined ? text.secretHint : keptHint) : labels.fieldHints[key]
  return (
    <Field label={labels.fields[key] ?? title} hint={hint} error={error} required={isRequired && end === undefined}>
      {(ids) =>
        options === undefined ? (
          <input
            {...ids}
            className="mr-input mr-mono"
            // A reference such as `env:NAME` is not secret, and a wrong character in it should be seen.
            type={isSecret && !/^(env|file):/.test(value) ? 'password' : 'text'}
            autoComplete={isSecret ? 'new-password' : 'off'}
            maxLength={16_384}
            spellCheck={false}
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Select
            ids={ids}
            value={value || (options[0] ?? '')}
            options={options.map((one) => ({ value: one, label: labels.options[one] ?? one }))}
            onChange={onChange}
          />
        )
      }
    </Field>
  )
}
