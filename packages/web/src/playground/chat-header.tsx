/** The header of a conversation: its name, its status, and the buttons for logs, reset and inputs. */
import type { SessionStatus } from '@millrace/model'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Badge, type Tone } from '../ui/small-parts.tsx'
import type { ConnectionState } from './follow-session.ts'
import { inputCount } from './turn-inputs.ts'
import type { TurnInputsState } from './use-turn-inputs.ts'

const TONES: Readonly<Record<SessionStatus, Tone>> = {
  idle: 'plain',
  running: 'info',
  awaiting_input: 'warning',
  completed: 'success',
  failed: 'error',
}

interface ChatHeaderProps {
  readonly name: string
  readonly status: SessionStatus
  readonly line: ConnectionState
  readonly children: ReactNode
}

export function ChatHeader({ name, status, line, children }: ChatHeaderProps) {
  const t = useText()
  return (
    <header className="mr-chat__head">
      <h1 className="mr-clip">{t.message(name)}</h1>
      <span aria-live="polite">
        {status !== 'idle' && <Badge tone={TONES[status]}>{t.status.session[status]}</Badge>}
      </span>
      <span className="mr-grow" />
      {(line === 'polling' || line === 'offline') && (
        <Badge tone="warning" icon="mdi:lan-disconnect">
          {t.playground[line]}
        </Badge>
      )}
      {children}
    </header>
  )
}

export function LogsToggle({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  const t = useText()
  return (
    <IconButton
      icon={isOn ? 'mdi:text-box-outline' : 'mdi:text-box-remove-outline'}
      label={isOn ? t.playground.hideLogs : t.playground.showLogs}
      aria-pressed={isOn}
      onClick={onToggle}
    />
  )
}

/** Opens and closes the inputs panel; absent for a workflow without input nodes. */
export function InputsToggle({ inputs }: { inputs: TurnInputsState }) {
  const t = useText()
  if (inputs.nodes.length === 0) return null
  const count = inputCount(inputs.values)
  return (
    <Button
      icon="mdi:tune-variant"
      look="ghost"
      aria-pressed={inputs.isShown}
      onClick={() => inputs.show(!inputs.isShown)}
    >
      {t.playground.inputs}
      {count > 0 && <Badge tone="accent">{t.playground.inputsSet(count)}</Badge>}
    </Button>
  )
}
