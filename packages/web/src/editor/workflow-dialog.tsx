import { LIMITS } from '@millrace/model'
import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { tagsOf } from './editor-document.ts'
import { ErrorWorkflowSetting } from './error-workflow-setting.tsx'
import { KeepValuesSetting } from './keep-values-setting.tsx'
import { PublishSettings } from './publish-controls.tsx'

/** Name, description and tags of the workflow. */
export function WorkflowDialog() {
  const t = useText()
  const session = useEditor()
  const document = useEditorState((state) => state.history.document)
  const [name, setName] = useState(document.name)
  const [description, setDescription] = useState(document.description)
  const [tags, setTags] = useState(tagsOf(document).join(', '))
  const close = () => session.setView({ dialog: undefined })
  const keep = () => {
    const list = [
      ...new Set(
        tags
          .split(',')
          .map((tag) => tag.trim().slice(0, LIMITS.tagLength))
          .filter(Boolean),
      ),
    ].slice(0, LIMITS.tags)
    const set = { name, description, metadata: { ...document.metadata, tags: list } }
    session.transact('editWorkflow', (tx) => tx.document({ set }))
    close()
  }
  return (
    <Dialog
      title={t.editor.panel.workflow}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t.ui.cancel}</Button>
          <Button look="primary" onClick={keep}>
            {t.ui.ok}
          </Button>
        </>
      }
    >
      <Field label={t.editor.panel.name} required>
        {(ids) => (
          <input
            {...ids}
            className="mr-input"
            value={name}
            maxLength={LIMITS.nameLength}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t.editor.panel.description}>
        {(ids) => (
          <textarea
            {...ids}
            className="mr-input"
            rows={4}
            value={description}
            maxLength={LIMITS.descriptionLength}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <Field label={t.editor.panel.tags} hint={t.editor.panel.tagsHint}>
        {(ids) => (
          <input {...ids} className="mr-input" value={tags} onChange={(event) => setTags(event.target.value)} />
        )}
      </Field>
      <ErrorWorkflowSetting />
      <KeepValuesSetting />
      <PublishSettings />
    </Dialog>
  )
}
