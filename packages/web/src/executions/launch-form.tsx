import { useMemo } from 'react'
import type { Client } from '../api/client.ts'
import { FormContext } from '../forms/form-context.tsx'
import { SchemaForm } from '../forms/schema-form.tsx'
import { Field } from '../ui/field.tsx'
import type { LaunchSection, LaunchValues } from './launch-fields.ts'

interface LaunchFormProps {
  readonly client: Client
  readonly sections: readonly LaunchSection[]
  readonly values: LaunchValues
  readonly problems: ReadonlyMap<string, string>
  readonly onChange: (node: string, key: string, value: unknown) => void
}

/** The form for the inputs: the schema of the start node, and a field for every input node. */
export function LaunchForm({ client, sections, values, problems, onChange }: LaunchFormProps) {
  const context = useMemo(
    () => ({ client, isReadOnly: false, problems, values: {}, variables: [] }),
    [client, problems],
  )
  return (
    <FormContext value={context}>
      <div className="mr-launch">
        {sections.map((section) =>
          section.isFile ? (
            <FilePick key={section.node} section={section} onChange={onChange} />
          ) : (
            <div key={section.node} className="mr-launch__section">
              {!section.isSingle && sections.length > 1 && <h2 className="mr-label">{section.title}</h2>}
              <SchemaForm
                schema={section.schema}
                value={values[section.node] ?? {}}
                path={`/${section.node}`}
                onChange={(key, value) => onChange(section.node, key, value)}
              />
            </div>
          ),
        )}
      </div>
    </FormContext>
  )
}

/** Sends the whole file, as text if it is text. */
function FilePick({ section, onChange }: { section: LaunchSection; onChange: LaunchFormProps['onChange'] }) {
  const [port = 'file'] = Object.keys(section.schema.properties ?? {})
  const pick = async (file: File | undefined) => {
    if (file === undefined) return onChange(section.node, port, undefined)
    const bytes = new Uint8Array(await file.arrayBuffer())
    onChange(section.node, port, { name: file.name, type: file.type, size: file.size, ...contentOf(bytes) })
  }
  return (
    <Field label={section.title}>
      {(ids) => (
        <input {...ids} type="file" className="mr-input" onChange={(event) => void pick(event.target.files?.[0])} />
      )}
    </Field>
  )
}

function contentOf(bytes: Uint8Array): { content: string; encoding?: 'base64' } {
  try {
    return { content: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const pieces = Array.from(bytes, (byte) => String.fromCharCode(byte))
    return { content: btoa(pieces.join('')), encoding: 'base64' }
  }
}
