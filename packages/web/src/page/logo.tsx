/** The logo: water over a mill wheel. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="mr-icon">
      <rect width="24" height="24" rx="6" fill="var(--mr-accent)" />
      <path
        d="M4.500 9c2.500 0 2.500 2 5 2s2.500-2 5-2 2.500 2 5 2M4.500 14c2.500 0 2.500 2 5 2s2.500-2 5-2 2.500 2 5 2"
        fill="none"
        stroke="var(--mr-on-accent)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}
