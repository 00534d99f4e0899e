/** A field whose value can also be an expression: by its button, by typing `{{`, or by dropping a value. */
import { type ComponentType, type DragEvent, type ReactNode, useState } from 'react'
import { EXPRESSION_DRAG_TYPE } from '../data/expression-path.ts'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import type { FieldIds } from '../ui/field.tsx'
import { ExpressionField } from './expression-field.tsx'
import { opened } from './expression-text-edits.ts'
import type { FieldProps } from './field-props.ts'
import type { FieldKind } from './field-schema.ts'
import type { ExpressionFields } from './form-context.tsx'

interface ExpressibleFieldProps extends Omit<FieldProps, 'ids'> {
  readonly expressions: ExpressionFields
  readonly kind: FieldKind
  readonly Control: ComponentType<FieldProps>
  /** Renders the label, the button next to it, and the control. */
  readonly field: (control: (ids: FieldIds) => ReactNode, aside?: ReactNode) => ReactNode
}

/** Fields with several lines. */
const LONG: ReadonlySet<FieldKind> = new Set(['lines', 'markdown', 'json'])

export function ExpressibleField({ expressions, kind, Control, field, ...common }: ExpressibleFieldProps) {
  const t = useText()
  const { schema, value, path, label, isReadOnly, onChange } = common
  const text = expressions.texts.get(path)
  const [caret, setCaret] = useState<number>()
  const turnOn = (next: { text: string; caret: number }) => {
    setCaret(next.caret)
    expressions.set(path, next.text)
  }
  const turnOff = () => {
    // A text without expressions is a plain value.
    if (text !== undefined && text !== '' && !text.includes('{{') && schema.enum === undefined) onChange(text)
    expressions.set(path, undefined)
  }
  const plain = typeof value === 'string' ? value : ''
  const toggle = !isReadOnly && (
    <IconButton
      small
      className="mr-expr__toggle"
      icon="mdi:function-variant"
      label={text === undefined ? t.expressions.on : t.expressions.off}
      // The name of the field is not part of the name, or it would label two controls.
      aria-description={label}
      aria-pressed={text !== undefined}
      onClick={() => (text === undefined ? turnOn({ text: plain, caret: plain.length }) : turnOff())}
    />
  )
  const drop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(EXPRESSION_DRAG_TYPE)
    if (dragged === '' || isReadOnly || text !== undefined) return
    event.preventDefault()
    event.stopPropagation()
    const next = `${plain}{{ ${dragged} }}`
    turnOn({ text: next, caret: next.length })
  }
  const accept = (event: DragEvent) => {
    if (event.dataTransfer.types.includes(EXPRESSION_DRAG_TYPE)) event.preventDefault()
  }
  return (
    <div className="mr-expressible" data-path={path} onDropCapture={drop} onDragOverCapture={accept}>
      {field(
        (ids) =>
          text === undefined ? (
            <Control
              {...common}
              ids={ids}
              onChange={(next) => {
                const isOpened = typeof next === 'string' && next.includes('{{') && !plain.includes('{{')
                if (isOpened) turnOn(opened(next))
                else onChange(next)
              }}
            />
          ) : (
            <ExpressionField
              schema={schema}
              label={label}
              isReadOnly={isReadOnly}
              ids={ids}
              expressions={expressions}
              text={text}
              isSingleLine={!LONG.has(kind)}
              caret={caret}
              onText={(next) => expressions.set(path, next)}
              onOff={turnOff}
            />
          ),
        toggle,
      )}
    </div>
  )
}
