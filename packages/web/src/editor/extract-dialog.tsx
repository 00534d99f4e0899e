import { type ExtractedPort, LIMITS } from '@millrace/model'
import { useMemo, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { extractSelected, selectedExtraction } from './extracting.ts'

/** Asks for the name of the workflow that the selection becomes, and shows its inputs and outputs. */
export function ExtractDialog() {
  const t = useText()
  const session = useEditor()
  const workflow = useEditorState((state) => state.history.document.name)
  const extraction = useMemo(() => selectedExtraction(session), [session])
  const [name, setName] = useState(t.extracting.usualName(workflow).slice(0, LIMITS.nameLength))
  const [isBusy, setBusy] = useState(false)
  const count = extraction.ok ? extraction.stepCount : 0
  const close = () => session.setView({ dialog: undefined })
  if (!extraction.ok) return null
  const extract = async () => {
    setBusy(true)
    if (await extractSelected(session, extraction, name.trim())) close()
    else setBusy(false)
  }
  return (
    <Dialog
      title={t.extracting.title}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t.ui.cancel}</Button>
          <Button look="primary" disabled={isBusy || name.trim() === ''} onClick={() => void extract()}>
            {t.extracting.extract}
          </Button>
        </>
      }
    >
      <p className="mr-muted">{t.extracting.intro(count)}</p>
      <Field label={t.extracting.name} required>
        {(ids) => (
          <input
            {...ids}
            className="mr-input"
            value={name}
            maxLength={LIMITS.nameLength}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !isBusy && name.trim() !== '') void extract()
            }}
          />
        )}
      </Field>
      <Ports title={t.extracting.inputs} ports={extraction.inputs} />
      <Ports title={t.extracting.outputs} ports={extraction.outputs} />
    </Dialog>
  )
}

function Ports({ title, ports }: { readonly title: string; readonly ports: readonly ExtractedPort[] }) {
  const t = useText()
  return (
    <section className="mr-extract">
      <h3 className="mr-extract__title">{title}</h3>
      {ports.length === 0 ? (
        <p className="mr-muted">{t.extracting.none}</p>
      ) : (
        <ul className="mr-extract__ports">
          {ports.map(({ name, dataType }) => (
            <li key={name}>
              <code>{name}</code> <span className="mr-muted">{dataType}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
