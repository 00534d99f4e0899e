/** Fields with a code editor, which is loaded when the first of them is shown. */

import { type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import type { Variable } from '../data/variables.ts'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useCode } from '../ui/lazy-code.ts'
import { LazyMarkdown } from '../ui/lazy-markdown.tsx'
import { Spinner } from '../ui/small-parts.tsx'
import type { EditorHandle } from './code-editor.tsx'
import type { EditorLanguage } from './editor-language.ts'
import type { UseValue } from './expression-extension.ts'
import { PickButton } from './expression-field.tsx'
import { Result } from './expression-result.tsx'
import type { FieldProps } from './field-props.ts'
import { CODE_EDITOR } from './lazy-code-editor.ts'
import { useSettingLanguage } from './setting-language.ts'
import { errorPosition } from './use-expression-preview.ts'

/** Other languages are shown as plain text: wrong highlighting would be misleading. */
const LANGUAGES: Readonly<Record<string, EditorLanguage>> = {
  code: 'javascript',
  javascript: 'javascript',
  expression: 'expression',
  template: 'template',
  json: 'json',
  markdown: 'markdown',
}

/** Languages that can be formatted. In all others, whitespace is part of the text. */
const TIDIED: ReadonlySet<EditorLanguage> = new Set(['json', 'javascript'])

interface EditorBoxProps extends FieldProps {
  readonly language: EditorLanguage
  readonly text: string
  readonly onText: (text: string) => void
  readonly variables?: readonly Variable[]
  readonly use?: UseValue | undefined
  readonly errorAt?: number | undefined
  readonly height?: string | undefined
  readonly handleRef?: RefObject<EditorHandle | null> | undefined
  /** Below the editor, also in the large one; gets the editor that it belongs to. */
  readonly footer?: ((editor: RefObject<EditorHandle | null>) => ReactNode) | undefined
}

function EditorBox(props: EditorBoxProps) {
  const t = useText()
  const { schema, label, isReadOnly, ids, language, text, onText, variables = [], height } = props
  const [isLarge, setLarge] = useState(false)
  const ownHandle = useRef<EditorHandle>(null)
  const largeHandle = useRef<EditorHandle>(null)
  const handle = props.handleRef ?? ownHandle
  const code = useCode(CODE_EDITOR)
  const editor = (size: string | undefined, handleRef: Ref<EditorHandle>) =>
    code === undefined ? (
      <Spinner />
    ) : (
      <code.CodeEditor
        label={label}
        describedBy={ids?.['aria-describedby']}
        language={language}
        value={text}
        isReadOnly={isReadOnly}
        placeholder={schema.placeholder ?? schema.placeholderExample}
        height={size}
        variables={variables}
        use={props.use}
        errorAt={props.errorAt}
        onChange={onText}
        isTidied={schema.autoFormat}
        isSpellChecked={schema.spellChecker}
        handleRef={handleRef}
        hasStatus={schema.showStatusBar}
      />
    )
  return (
    <>
      <div className="mr-code" data-dark={schema.darkTheme || undefined}>
        {editor(height ?? schema.height, handle)}
        <span className="mr-code__tools">
          {TIDIED.has(language) && !isReadOnly && (
            <IconButton
              small
              icon="mdi:format-align-left"
              label={`${t.form.tidy}: ${label}`}
              onClick={() => handle.current?.tidy()}
            />
          )}
          <IconButton
            small
            icon="mdi:arrow-expand"
            label={`${t.form.expand}: ${label}`}
            onClick={() => setLarge(true)}
          />
        </span>
        {isLarge && (
          <Dialog title={label} wide onClose={() => setLarge(false)}>
            {editor('60vh', largeHandle)}
            {props.footer?.(largeHandle)}
          </Dialog>
        )}
      </div>
      {props.footer?.(handle)}
    </>
  )
}

/** A text in a language: JSONata, a template, code or other text. */
export function CodeField(props: FieldProps) {
  const { schema, value, path, label, isReadOnly, onChange } = props
  const text = typeof value === 'string' ? value : ''
  const language = LANGUAGES[schema.format ?? ''] ?? 'text'
  const isTemplate = language === 'template' || schema.variables !== undefined
  const { rows, completions, fields, use, useRow, preview, resultLabel } = useSettingLanguage(props, language, text)
  return (
    <EditorBox
      {...props}
      language={language}
      text={text}
      onText={onChange}
      variables={completions}
      use={use}
      errorAt={errorPosition(preview)}
      height={schema.height ?? (language === 'expression' ? undefined : '140px')}
      footer={(editor) => (
        <>
          {use !== undefined && !isReadOnly && (
            <div className="mr-expr__tools">
              <PickButton label={label} rows={rows} onPick={(path) => editor.current?.insert(path, useRow)} />
            </div>
          )}
          <Result preview={preview} text={text} label={resultLabel} path={path} />
          {schema.variables?.showHints !== false && isTemplate && !isReadOnly && (
            <VariableHints variables={fields} onInsert={(name) => editor.current?.insert(name, useRow)} />
          )}
        </>
      )}
    />
  )
}

function VariableHints({ variables, onInsert }: { variables: readonly Variable[]; onInsert: (name: string) => void }) {
  const t = useText()
  if (variables.length === 0) return <p className="mr-field__hint">{t.form.noVariables}</p>
  return (
    <ul className="mr-variables" aria-label={t.form.variables}>
      {variables.slice(0, 24).map(({ name, type, description }) => (
        <li key={name}>
          <button
            type="button"
            className="mr-variable"
            aria-label={t.form.insert(name)}
            data-tip={[type, description].filter(Boolean).join(' · ')}
            onClick={() => onInsert(name)}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** JSON is shown as typed; only valid JSON reaches the document. If the schema has type string, the text does. */
export function JsonField(props: FieldProps) {
  const t = useText()
  const { schema, value, onChange } = props
  const isText = schema.type === 'string'
  const [text, setText] = useState(() => shownJson(value, isText))
  useEffect(() => {
    setText((before) => {
      const isSame = isText ? before === value : JSON.stringify(parsed(before).value) === JSON.stringify(value)
      return isSame ? before : shownJson(value, isText)
    })
  }, [value, isText])
  const { ok } = parsed(text)
  return (
    <>
      <EditorBox
        {...props}
        language="json"
        text={text}
        height={schema.height ?? '110px'}
        onText={(next) => {
          setText(next)
          const result = parsed(next)
          if (isText) onChange(next)
          else if (result.ok) onChange(result.value)
        }}
      />
      {!ok && <p className="mr-field__error">{t.form.notJson}</p>}
    </>
  )
}

function shownJson(value: unknown, isText: boolean): string {
  return isText && typeof value === 'string' ? value : printed(value)
}

function printed(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

function parsed(text: string): { ok: boolean; value?: unknown } {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

export function MarkdownField(props: FieldProps) {
  const { schema, value, isReadOnly, onChange } = props
  const [isPreview, setPreview] = useState(false)
  const editor = useRef<EditorHandle>(null)
  const text = typeof value === 'string' ? value : ''
  return (
    <div className="mr-markdown-field">
      {schema.showToolbar !== false && (
        <MarkdownTools
          editor={editor}
          canFormat={!isPreview && !isReadOnly}
          isPreview={isPreview}
          onPreview={() => setPreview(!isPreview)}
        />
      )}
      {isPreview ? (
        <div className="mr-preview mr-scroll">
          <LazyMarkdown text={text} />
        </div>
      ) : (
        <EditorBox
          {...props}
          language="markdown"
          text={text}
          onText={onChange}
          height={schema.height ?? '200px'}
          handleRef={editor}
        />
      )}
    </div>
  )
}

const MARKDOWN_TOOLS = [
  {
    label: (t: Texts) => t.form.bold,
    icon: 'mdi:format-bold',
    use: (editor: EditorHandle) => editor.surround('**', '**'),
  },
  {
    label: (t: Texts) => t.form.italic,
    icon: 'mdi:format-italic',
    use: (editor: EditorHandle) => editor.surround('_', '_'),
  },
  {
    label: (t: Texts) => t.form.list,
    icon: 'mdi:format-list-bulleted',
    use: (editor: EditorHandle) => editor.prefixLines('- '),
  },
  {
    label: (t: Texts) => t.form.link,
    icon: 'mdi:link-variant',
    use: (editor: EditorHandle) => editor.surround('[', '](https://)'),
  },
]

interface MarkdownToolsProps {
  readonly editor: { readonly current: EditorHandle | null }
  readonly canFormat: boolean
  readonly isPreview: boolean
  readonly onPreview: () => void
}

function MarkdownTools({ editor, canFormat, isPreview, onPreview }: MarkdownToolsProps) {
  const t = useText()
  return (
    <div className="mr-markdown-tools" role="toolbar" aria-label={t.form.markdownTools}>
      {MARKDOWN_TOOLS.map(({ label, icon, use }) => (
        <IconButton
          key={icon}
          small
          icon={icon}
          label={label(t)}
          disabled={!canFormat}
          onClick={() => editor.current !== null && use(editor.current)}
        />
      ))}
      <span className="mr-grow" />
      <Button small look="ghost" aria-pressed={isPreview} icon="mdi:eye-outline" onClick={onPreview}>
        {t.form.preview}
      </Button>
    </div>
  )
}
