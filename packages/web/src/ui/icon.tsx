import bodies from 'virtual:millrace-icons'
import { memo } from 'react'

const FALLBACK = 'mdi:cube-outline'

interface IconProps {
  /** `mdi:<name>`; one that is not bundled gets a plain cube. */
  readonly name: string | undefined
  readonly size?: number
  readonly className?: string
}

/** A bundled icon. It is decoration: whoever uses it alone names its control. */
export const Icon = memo(function Icon({ name, size = 16, className = '' }: IconProps) {
  const body = bodies[keyOf(name)] ?? bodies[keyOf(FALLBACK)] ?? ''
  return (
    <svg
      className={`mr-icon ${className}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      // The bodies come from the build, never from a document.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: body }}
    />
  )
})

function keyOf(name: string | undefined): string {
  return name?.startsWith('mdi:') ? name.slice(4) : ''
}
