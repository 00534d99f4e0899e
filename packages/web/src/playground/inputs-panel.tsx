import { isObject, pointer } from '@millrace/model'
import type { FieldSchema } from '../forms/field-schema.ts'
import { SchemaForm } from '../forms/schema-form.tsx'
import { withKey } from '../forms/with-key.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { readFile } from './read-file.ts'
import type { InputNode } from './turn-inputs.ts'
import type { TurnInputsState } from './use-turn-inputs.ts'

/** The inputs of a run besides the message: one group of fields per input node. */
export function InputsPanel({ inputs }: { inputs: TurnInputsState }) {
  const t = useText()
  return (
    <aside className="mr-inputs" aria-label={t.playground.inputsTitle}>
      <header className="mr-inputs__head">
        <h2 className="mr-grow">{t.playground.inputs}</h2>
        <Button small look="ghost" onClick={inputs.clear}>
          {t.playground.clearInputs}
        </Button>
        <IconButton small icon="mdi:close" label={t.playground.hideInputs} onClick={() => inputs.show(false)} />
      </header>
      <div className="mr-inputs__body mr-scroll" key={inputs.round}>
        <p className="mr-muted">{t.playground.inputsText}</p>
        {inputs.nodes.map((node) => {
          const values = inputs.values[node.id] ?? {}
          const change = (next: Record<string, unknown>) => inputs.change({ ...inputs.values, [node.id]: next })
          if (node.type === 'file_input')
            return <FileField key={node.id} node={node} value={values.file} onChange={change} />
          const fields = (
            <SchemaForm
              key={node.id}
              schema={named(node)}
              value={values}
              path={pointer('', node.id)}
              onChange={(key, value) => change(withKey(values, key, value))}
            />
          )
          if (node.type !== 'start') return fields
          return (
            <fieldset key={node.id} className="mr-field-group">
              <legend>{node.label}</legend>
              {fields}
            </fieldset>
          )
        })}
      </div>
    </aside>
  )
}

/** A single field has the label of its node, because the port name means nothing to users. */
function named({ label, type, schema }: InputNode): FieldSchema {
  if (type === 'start') return schema
  const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => [key, { title: label, ...field }])
  return { ...schema, properties: Object.fromEntries(fields) }
}

interface FileFieldProps {
  readonly node: InputNode
  readonly value: unknown
  readonly onChange: (values: Record<string, unknown>) => void
}

function FileField({ node, value, onChange }: FileFieldProps) {
  const t = useText()
  const name = isObject(value) && typeof value.name === 'string' ? value.name : undefined
  return (
    <fieldset className="mr-field-group">
      <legend>{node.label}</legend>
      <label className="mr-file">
        <Icon name="mdi:file-upload-outline" size={16} />
        <span className="mr-clip">{name ?? t.playground.file}</span>
        <input
          type="file"
          className="mr-visually-hidden"
          accept={node.accept}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file === undefined) onChange({})
            else
              readFile(file).then(
                (read) => onChange({ file: read }),
                () => onChange({}),
              )
          }}
        />
      </label>
    </fieldset>
  )
}
