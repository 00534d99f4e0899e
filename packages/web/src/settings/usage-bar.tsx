interface UsageBarProps {
  /** From 0 to 1; more is shown as 1. */
  readonly part: number
  readonly tone?: 'plain' | 'warning' | 'error'
}

/** A small bar; the numbers next to it have the same information. */
export function UsageBar({ part, tone = 'plain' }: UsageBarProps) {
  return (
    <div className="mr-usage-bar" data-tone={tone} aria-hidden="true">
      <div style={{ width: `${Math.min(1, part) * 100}%` }} />
    </div>
  )
}
