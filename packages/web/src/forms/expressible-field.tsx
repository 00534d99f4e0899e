/** A field whose value can also be an expression: by its button, by typing `{{`, or by dropping a value. */
import {
  type ComponentType,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { EXPRESSION_DRAG_TYPE } from '../data/expression-path.ts'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import type { FieldIds } from '../ui/field.tsx'
import { ExpressionField } from './expression-field.tsx'
import { opened, type TextAndCaret } from './expression-text-edits.ts'
import type { FieldProps } from './field-props.ts'
import type { FieldKind } from './field-schema.ts'
import type { ExpressionFields } from './form-context.tsx'
import { CODE_EDITOR } from './lazy-code-editor.ts'

interface ExpressibleFieldProps extends Omit<FieldProps, 'ids'> {
  readonly expressions: ExpressionFields
  readonly kind: FieldKind
  readonly Control: ComponentType<FieldProps>
  /** Renders the label, the button next to it, and the control. */
  readonly field: (control: (ids: FieldIds) => ReactNode, aside?: ReactNode) => ReactNode
}

/** Fields whose control is a code editor, in which braces are part of the text. */
const WITH_EDITOR: ReadonlySet<FieldKind> = new Set(['markdown', 'json'])

/** Fields with several lines. */
const LONG: ReadonlySet<FieldKind> = new Set(['lines', 'markdown', 'json'])

/**
 * Recognises that `{{` was typed. Until the code editor is loaded the plain field stays, because replacing it would lose
 * what is being typed; `onLoaded` then gets the whole text and the cursor.
 */
function useOpenedText(
  plain: string,
  isPlain: boolean,
  onLoaded: (opened: TextAndCaret) => void,
): (next: string) => boolean {
  const [isWaiting, setWaiting] = useState(false)
  const loaded = useRef(onLoaded)
  loaded.current = onLoaded
  const now = useRef(plain)
  now.current = plain
  useEffect(() => {
    if (!isWaiting) return
    let isCurrent = true
    loadEditor().then(() => {
      if (!isCurrent) return
      setWaiting(false)
      if (now.current.includes('{{')) loaded.current(opened(now.current))
    })
    return () => {
      isCurrent = false
    }
  }, [isWaiting])
  return (next) => {
    if (!isPlain || !next.includes('{{') || plain.includes('{{')) return false
    if (CODE_EDITOR.loaded() !== undefined) return true
    setWaiting(true)
    return false
  }
}

/** A failed load is tried again by the expression field. */
function loadEditor(): Promise<void> {
  return CODE_EDITOR.load().catch(() => undefined)
}

/** Focuses the control of a field, a text at its end. */
function focusControl(field: HTMLElement | null): void {
  const control = field?.querySelector<HTMLElement>('input, textarea, select, [role=combobox], [contenteditable=true]')
  control?.focus()
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    control.setSelectionRange(control.value.length, control.value.length)
  }
}

/** Undo in the editor of an expression. If that turns the expression off, the plain control takes the focus. */
function useUndo(text: string | undefined, undo: () => boolean): [RefObject<HTMLDivElement | null>, () => void] {
  const host = useRef<HTMLDivElement>(null)
  const isTurnedOff = useRef(false)
  useEffect(() => {
    if (isTurnedOff.current && text === undefined) focusControl(host.current)
    isTurnedOff.current = false
  }, [text])
  const run = () => {
    isTurnedOff.current = undo()
  }
  return [host, run]
}

export function ExpressibleField({ expressions, kind, Control, field, ...common }: ExpressibleFieldProps) {
  const t = useText()
  const { schema, value, path, label, isReadOnly, onChange } = common
  const text = expressions.texts.get(path)
  const [caret, setCaret] = useState<number>()
  const turnOn = (next: TextAndCaret, plain?: string) => {
    setCaret(next.caret)
    expressions.set(path, next.text, plain)
  }
  const turnOff = () => {
    // A text without expressions is a plain value.
    const isPlain = text !== undefined && text !== '' && !text.includes('{{') && schema.enum === undefined
    expressions.set(path, undefined, isPlain ? text : undefined)
  }
  const plain = typeof value === 'string' ? value : ''
  const isOpened = useOpenedText(plain, text === undefined, (next) =>
    turnOn(next, next.text.slice(0, next.text.indexOf('{{'))),
  )
  const [host, undo] = useUndo(text, () => expressions.undo(path))
  const toggle = !isReadOnly && (
    <IconButton
      small
      className="mr-expr__toggle"
      icon="mdi:function-variant"
      label={text === undefined ? t.expressions.on : t.expressions.off}
      // The name of the field is not part of the name, or it would label two controls.
      aria-description={label}
      aria-pressed={text !== undefined}
      // Tab goes from field to field: by keyboard, an expression is turned on by its braces.
      tabIndex={text === undefined && !WITH_EDITOR.has(kind) ? -1 : undefined}
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
  // A select has no text in which braces could be typed.
  const openSelect = (event: KeyboardEvent) => {
    if (kind !== 'select' || event.key !== '{' || isReadOnly || text !== undefined) return
    event.preventDefault()
    event.stopPropagation()
    turnOn(opened('{{'))
  }
  const accept = (event: DragEvent) => {
    if (event.dataTransfer.types.includes(EXPRESSION_DRAG_TYPE)) event.preventDefault()
  }
  return (
    // Loaded with the focus, so that it is there when `{{` is typed.
    <div
      className="mr-expressible"
      ref={host}
      data-path={path}
      onFocusCapture={() => void loadEditor()}
      onKeyDownCapture={openSelect}
      onDropCapture={drop}
      onDragOverCapture={accept}
    >
      {field(
        (ids) =>
          text === undefined ? (
            <Control
              {...common}
              ids={ids}
              onChange={(next) => {
                // The first brace is already in the plain value, and does not belong to it.
                if (typeof next === 'string' && isOpened(next)) turnOn(opened(next), next.replace('{{', ''))
                else onChange(next)
              }}
            />
          ) : (
            <ExpressionField
              {...{ schema, path, label, isReadOnly, ids }}
              expressions={expressions}
              text={text}
              isSingleLine={!LONG.has(kind)}
              caret={caret}
              onText={(next) => expressions.set(path, next)}
              onOff={turnOff}
              onUndo={undo}
            />
          ),
        toggle,
      )}
    </div>
  )
}
