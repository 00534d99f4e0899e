/** A setting that is an expression: text with `{{ … }}`, completion, a value picker and the result. */
import { useMemo, useRef, useState } from 'react'
import { completionOf, type ValueRow } from '../data/expression-values.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { useCode } from '../ui/lazy-code.ts'
import { Spinner } from '../ui/small-parts.tsx'
import type { EditorHandle } from './code-editor.tsx'
import { Result } from './expression-result.tsx'
import { settingRequest } from './expression-scope.ts'
import type { FieldProps } from './field-props.ts'
import { type ExpressionFields, useForm } from './form-context.tsx'
import { CODE_EDITOR } from './lazy-code-editor.ts'
import { errorPosition, useExpressionPreview } from './use-expression-preview.ts'
import { ValuePicker } from './value-picker.tsx'

interface ExpressionFieldProps extends Pick<FieldProps, 'schema' | 'path' | 'label' | 'isReadOnly' | 'ids'> {
  readonly expressions: ExpressionFields
  readonly text: string
  readonly isSingleLine: boolean
  /** Position of the cursor if the field takes the focus. */
  readonly caret: number | undefined
  readonly onText: (text: string) => void
  readonly onOff: () => void
  /** Undo was pressed, and the text has no change to undo. */
  readonly onUndo: () => void
}

export function ExpressionField(props: ExpressionFieldProps) {
  const { schema, path, label, isReadOnly, ids, expressions, text, isSingleLine, caret, onText } = props
  const editor = useRef<EditorHandle>(null)
  const code = useCode(CODE_EDITOR)
  const variables = useMemo(() => expressions.rows.map(completionOf), [expressions.rows])
  const { client } = useForm()
  const preview = useExpressionPreview(client, settingRequest(text, expressions.preview))
  return (
    <div className="mr-expr">
      <div className="mr-code mr-expr__editor">
        {code === undefined ? (
          <Spinner />
        ) : (
          <code.CodeEditor
            label={label}
            describedBy={ids?.['aria-describedby']}
            language="template"
            value={text}
            isReadOnly={isReadOnly}
            placeholder={schema.placeholder ?? schema.placeholderExample}
            height={isSingleLine ? undefined : (schema.height ?? '110px')}
            variables={variables}
            onChange={onText}
            handleRef={editor}
            caret={caret}
            isSingleLine={isSingleLine}
            errorAt={errorPosition(preview)}
            onUndo={props.onUndo}
            onRedo={expressions.redo}
          />
        )}
      </div>
      <Tools {...props} onPick={(path) => editor.current?.insert(path)} />
      <Result preview={preview} text={text} path={path} />
    </div>
  )
}

function Tools({
  label,
  isReadOnly,
  expressions,
  onOff,
  onPick,
}: ExpressionFieldProps & { onPick: (path: string) => void }) {
  const t = useText()
  if (isReadOnly) return null
  return (
    <div className="mr-expr__tools">
      <PickButton label={label} rows={expressions.rows} onPick={onPick} />
      <span className="mr-grow" />
      <IconButton
        small
        className="mr-expr__off"
        icon="mdi:close"
        label={t.expressions.off}
        aria-description={label}
        onClick={onOff}
      />
    </div>
  )
}

interface PickButtonProps {
  readonly label: string
  readonly rows: readonly ValueRow[]
  readonly onPick: (path: string) => void
}

/** Opens the list of values below the button. */
export function PickButton({ label, rows, onPick }: PickButtonProps) {
  const t = useText()
  const [at, setAt] = useState<{ x: number; y: number }>()
  return (
    <>
      <Button
        small
        look="ghost"
        icon="mdi:code-braces"
        aria-description={label}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect()
          setAt({ x: left, y: bottom + 4 })
        }}
      >
        {t.expressions.pick}
      </Button>
      {at !== undefined && (
        <ValuePicker
          rows={rows}
          at={at}
          onPick={(path) => {
            setAt(undefined)
            onPick(path)
          }}
          onClose={() => setAt(undefined)}
        />
      )}
    </>
  )
}
