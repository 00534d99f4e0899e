import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

type Look = 'plain' | 'primary' | 'ghost' | 'danger'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  readonly look?: Look
  readonly icon?: string
  readonly small?: boolean
  readonly submit?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({ look = 'plain', icon, small, submit, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type={submit ? 'submit' : 'button'}
      className={classNames(
        'mr-button',
        look !== 'plain' && `mr-button--${look}`,
        small && 'mr-button--small',
        className,
      )}
      {...rest}
    >
      {icon !== undefined && <Icon name={icon} size={small ? 14 : 16} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  readonly icon: string
  /** The accessible name and the tooltip. */
  readonly label: string
  /** A tooltip with more detail than the label. */
  readonly tip?: string | undefined
  /** Shortcut, shown after the label in the tooltip. */
  readonly keys?: string
}

export function IconButton({
  icon,
  label,
  tip = label,
  keys,
  look = 'ghost',
  small,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      look={look}
      {...(small === undefined ? {} : { small })}
      className={classNames('mr-button--icon', className)}
      aria-label={label}
      data-tip={keys === undefined ? tip : `${tip} (${keys})`}
      {...rest}
    >
      <Icon name={icon} size={small ? 15 : 18} />
    </Button>
  )
}
