import { useText } from '../i18n/use-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Keys } from '../ui/small-parts.tsx'
import { ACTIONS, type Action } from './actions.ts'
import { useEditor } from './editor-context.tsx'
import { useExtensions } from './editor-extension.ts'
import { shownKeys } from './key-names.ts'

const CLIPBOARD: readonly Pick<Action, 'label' | 'keys'>[] = [
  {
    label: (t) => t.editor.actions.copy,
    keys: ['Mod+C'],
  },
  {
    label: (t) => t.editor.actions.cut,
    keys: ['Mod+X'],
  },
  {
    label: (t) => t.editor.actions.paste,
    keys: ['Mod+V'],
  },
]

export function ShortcutsDialog() {
  const t = useText()
  const { setView } = useEditor()
  const actions = [
    ...Object.values<Action>(ACTIONS),
    ...useExtensions().flatMap((extension) => extension.actions ?? []),
  ]
  const rows = [...actions.filter((action) => action.keys !== undefined), ...CLIPBOARD]
  return (
    <Dialog title={t.editor.shortcuts.title} onClose={() => setView({ dialog: undefined })}>
      <dl className="mr-shortcuts">
        {rows.map(({ label, keys = [] }) => (
          <div key={keys.join()}>
            <dt>{label(t)}</dt>
            <dd>
              {keys.map((one) => (
                <Keys key={one}>{shownKeys(one, t)}</Keys>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
