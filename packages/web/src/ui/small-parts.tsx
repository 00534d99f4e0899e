/** Small UI components. */
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export type Tone = 'plain' | 'info' | 'success' | 'warning' | 'error' | 'accent'

export function Badge({ tone = 'plain', icon, children }: { tone?: Tone; icon?: string; children: ReactNode }) {
  return (
    <span className={classNames('mr-badge', tone !== 'plain' && `mr-badge--${tone}`)}>
      {icon !== undefined && <Icon name={icon} size={12} />}
      {children}
    </span>
  )
}

export function Spinner({ label }: { label?: string }) {
  const t = useText()
  return (
    <span className="mr-spinner" role="status">
      <span className="mr-visually-hidden">{label ?? t.ui.loading}</span>
    </span>
  )
}

interface EmptyStateProps {
  readonly icon?: string
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="mr-empty">
      {icon !== undefined && <Icon name={icon} size={32} />}
      <p className="mr-empty__title">{title}</p>
      {children !== undefined && <div className="mr-empty__text">{children}</div>}
      {actions !== undefined && <div className="mr-row">{actions}</div>}
    </div>
  )
}

export function Keys({ children }: { children: string }) {
  return <kbd className="mr-kbd">{children}</kbd>
}

interface SearchInputProps {
  readonly value: string
  readonly label: string
  readonly onChange: (value: string) => void
  readonly onKeyDown?: (event: React.KeyboardEvent<HTMLInputElement>) => void
  readonly inputRef?: React.Ref<HTMLInputElement>
}

/** A text input with a search icon; its label is also its placeholder. */
export function SearchInput({ value, label, onChange, onKeyDown, inputRef }: SearchInputProps) {
  return (
    <div className="mr-search">
      <Icon name="mdi:magnify" size={15} />
      <input
        className="mr-input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        ref={inputRef}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
