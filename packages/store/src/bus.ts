/**
 * Short messages between the processes of a cluster. Best effort: a receiver treats a message as a hint to read the
 * database, and reads it anyway after a gap and regularly while the bus is away.
 */

/**
 * written: executions with new events. calls: executions with new calls, for the process that drives them. replies:
 * answered calls. deltas: pieces of text that a step is streaming. asks: requests for the whole text so far. sessions:
 * changed playground sessions. changes: changed documents, for caches. steps: offered, taken, computed and dropped steps.
 */
export const BUS_CHANNELS = ['written', 'calls', 'replies', 'deltas', 'asks', 'sessions', 'changes', 'steps'] as const

export type BusChannel = (typeof BUS_CHANNELS)[number]

/** The longest payload in bytes. Postgres allows 7,999 with the envelope. */
export const MAX_PAYLOAD_BYTES = 7_500

/** `isOwn`: this process has published the message. */
export type BusListener = (payload: string, isOwn: boolean) => void

export interface Bus {
  /**
   * Sends a message to all processes, including this one. Messages of one channel arrive in order and at most once.
   * Throws a RangeError if the payload is too long or has a control character that JSON would escape.
   */
  publish(channel: BusChannel, payload: string): void
  /**
   * Calls the listener with every message. A bus stops receiving a channel that has no listener here; then messages
   * arrive only after `onReady` was called. Without it a gap is reported.
   */
  listen(channel: BusChannel, listener: BusListener, onReady?: () => void): () => void
  /** Calls `react` when messages may have been lost, here or on the way from another process. */
  onGap(react: () => void): () => void
  /** False while the connection is away: listeners should poll. */
  readonly isConnected: boolean
  /** Sends what is queued, if the connection allows it. */
  close(): Promise<void>
}
