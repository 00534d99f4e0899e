import bundled from 'virtual:millrace-icons'
import { memo } from 'react'
import { useIconBody } from './icon-bodies.ts'

const FALLBACK = 'cube-outline'

interface IconProps {
  /** `mdi:<name>`, or the address of an image; any other name is shown as a cube. */
  readonly name: string | undefined
  readonly size?: number
  readonly className?: string
}

/** An icon. It is decorative: an icon-only control needs an accessible name. */
export const Icon = memo(function Icon({ name, size = 16, className = '' }: IconProps) {
  const body = useIconBody(name) ?? bundled[FALLBACK] ?? ''
  // An image element: scripts of an SVG file do not run in it.
  if (name?.includes('/'))
    return <img className={`mr-icon ${className}`} src={name} width={size} height={size} alt="" />
  return (
    <svg
      className={`mr-icon ${className}`}
      data-icon={name}
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
