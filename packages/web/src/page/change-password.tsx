import { MIN_PASSWORD } from '@millrace/model'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { TextField } from './text-field.tsx'

/** Changes the password of the user. */
export function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const text = t.people
  const { client } = usePage()
  const { toast } = useOverlays()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const change = () =>
    client.changePassword({ body: { current, password } }).then(
      () => {
        toast({ tone: 'success', text: text.passwordChanged })
        onClose()
      },
      (failure: unknown) => setError(asApiError(failure).message),
    )
  return (
    <Dialog
      title={text.changePassword}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button
            look="primary"
            disabled={current === '' || password.length < MIN_PASSWORD}
            onClick={() => void change()}
          >
            {text.save}
          </Button>
        </>
      }
    >
      <div className="mr-stack">
        <TextField
          label={text.currentPassword}
          type="password"
          autoComplete="current-password"
          error={error}
          value={current}
          onChange={setCurrent}
        />
        <TextField
          label={text.newPassword}
          type="password"
          autoComplete="new-password"
          hint={text.passwordHint(MIN_PASSWORD)}
          value={password}
          onChange={setPassword}
        />
      </div>
    </Dialog>
  )
}
