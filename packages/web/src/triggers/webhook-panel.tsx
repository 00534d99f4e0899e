/** The addresses of a webhook node, and listening for a call. */
import { configOf, type WorkflowNode } from '@millrace/model'
import { useEditor, useEditorState } from '../editor/editor-context.tsx'
import { isDirty } from '../editor/editor-state.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useStore } from '../ui/store.ts'
import { listenerOf } from './listening.ts'
import { testCallOf } from './test-call.ts'
import { TestCallForm } from './test-call-form.tsx'
import { addressesOf, curlOf, webhookSettings } from './webhook-address.ts'

export function WebhookPanel({ node }: { node: WorkflowNode }) {
  const t = useText()
  const { client } = useEditor()
  const isUnsaved = useEditorState((state) => state.origin === undefined || isDirty(state))
  const isEditable = useEditorState((state) => state.isEditable)
  const settings = webhookSettings(configOf(node))
  if (settings === undefined) return <p className="mr-webhook mr-muted mr-small">{t.runs.needsPath}</p>
  const { test, live } = addressesOf(settings, client.baseUrl, window.location.href)
  const call = testCallOf(node, settings.method)
  return (
    <section className="mr-webhook" aria-label={t.runs.address}>
      <Address name={t.runs.testAddress} hint={t.runs.testHint} url={test} curl={curlOf(test, settings, call)} />
      <Address
        name={t.runs.liveAddress}
        hint={isUnsaved ? t.runs.liveUnsaved : t.runs.liveHint}
        url={live}
        curl={curlOf(live, settings, call)}
      />
      {isEditable && <ListenButton node={node.id} />}
      {isEditable && (
        <details className="mr-webhook__call">
          <summary>{t.runs.testCall}</summary>
          <TestCallForm node={node} />
        </details>
      )}
    </section>
  )
}

interface AddressProps {
  readonly name: string
  readonly hint: string
  readonly url: string
  readonly curl: string
}

function Address({ name, hint, url, curl }: AddressProps) {
  const t = useText()
  const { toast } = useEditor()
  const copy = (text: string) =>
    void navigator.clipboard?.writeText(text).then(
      () => toast({ text: t.viewer.copied }),
      () => undefined,
    )
  return (
    <div className="mr-webhook__one">
      <p className="mr-label">{name}</p>
      <div className="mr-webhook__url">
        <code>{url}</code>
        <IconButton icon="mdi:content-copy" label={t.runs.copyAddress(name)} small onClick={() => copy(url)} />
        <IconButton
          icon="mdi:console"
          label={`${t.runs.copyCurl}: ${name}`}
          tip={curl}
          small
          onClick={() => copy(curl)}
        />
      </div>
      <p className="mr-field__hint">{hint}</p>
    </div>
  )
}

export function ListenButton({ node }: { node: string }) {
  const t = useText()
  const listener = listenerOf(useEditor())
  const isListening = useStore(listener.store, (state) => state.node === node)
  return (
    <div className="mr-webhook__listen">
      {isListening ? (
        <>
          <Button icon="mdi:stop" onClick={listener.stop}>
            {t.runs.stopListening}
          </Button>
          <span role="status" className="mr-webhook__status">
            <Icon name="mdi:loading" size={14} className="mr-turning" />
            {t.runs.listening}
          </span>
        </>
      ) : (
        <Button icon="mdi:access-point" onClick={() => void listener.start(node)}>
          {t.runs.listen}
        </Button>
      )}
    </div>
  )
}
