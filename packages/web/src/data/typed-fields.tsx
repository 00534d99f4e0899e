import type { NodePort } from '@millrace/model'
import { useState } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { Field } from '../ui/field.tsx'
import type { PortData } from './node-data.ts'
import { type TypedValue, typedText, typedValue } from './typed-value.ts'

export type TypedPort = Pick<NodePort, 'id' | 'name' | 'dataType' | 'required'>

/** The texts of the fields by port. */
export type PortTexts = Readonly<Record<string, string>>

/** The state of fields for the values of ports; an empty field has no value. */
export function useTypedFields(ports: readonly TypedPort[], initial: PortData) {
  const t = useText()
  const [texts, setTexts] = useState(() => textsOf(ports, initial))
  const results = new Map(ports.map((port) => [port.id, resultOf(port, texts[port.id] ?? '')]))
  const problems = new Map(
    [...results].flatMap(([port, result]) =>
      result !== undefined && 'problem' in result ? [[port, problemText(result, t)] as const] : [],
    ),
  )
  const values = Object.fromEntries(
    [...results].flatMap(([port, result]) => (result !== undefined && 'value' in result ? [[port, result.value]] : [])),
  )
  return {
    texts,
    values,
    problems,
    setText: (port: string, text: string) => setTexts((before) => ({ ...before, [port]: text })),
    /** Replaces all texts, for example by the values of a run. */
    fill: (next: PortData) => setTexts(textsOf(ports, next)),
  }
}

function textsOf(ports: readonly TypedPort[], values: PortData): PortTexts {
  return Object.fromEntries(ports.map(({ id, dataType }) => [id, typedText(values[id], dataType)]))
}

/** An empty text is a value only for a text port that was filled before; here it means no value. */
function resultOf({ dataType }: TypedPort, text: string): TypedValue | undefined {
  return text.trim() === '' ? undefined : typedValue(text, dataType)
}

function problemText(result: Extract<TypedValue, { problem: string }>, t: Texts): string {
  return result.problem === 'json' ? t.nodeData.notJson : t.nodeData.wrongType(t.message(result.reason))
}

interface TypedFieldsProps {
  readonly ports: readonly TypedPort[]
  readonly fields: ReturnType<typeof useTypedFields>
  readonly nameOf: (dataType: string) => string
}

/** One text field per port. */
export function TypedFields({ ports, fields, nameOf }: TypedFieldsProps) {
  return (
    <div className="mr-form">
      {ports.map((port) => (
        <Field
          key={port.id}
          label={port.name}
          required={port.required}
          error={fields.problems.get(port.id)}
          aside={<span className="mr-muted mr-small">{nameOf(port.dataType)}</span>}
        >
          {(ids) => (
            <textarea
              {...ids}
              className="mr-input mr-mono mr-typed"
              rows={Math.min(14, Math.max(2, (fields.texts[port.id] ?? '').split('\n', 14).length))}
              spellCheck={false}
              value={fields.texts[port.id] ?? ''}
              onChange={(event) => fields.setText(port.id, event.target.value)}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
