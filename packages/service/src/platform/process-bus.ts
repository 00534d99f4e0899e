/**
 * The messages between processes that concern a process. Postgres delivers a message to every process that listens to its
 * channel, so a worker does not listen to those that only API processes use.
 */
import type { Bus, BusChannel, Store } from '@millrace/store'
import type { Config } from './config.ts'
import { servesApi } from './roles.ts'

/** For people who watch a text or a session, and for credentials, test calls and schedules. */
const API_CHANNELS: ReadonlySet<BusChannel> = new Set(['deltas', 'sessions', 'changes'])

export function processBus({
  store: { cluster },
  config,
}: {
  readonly store: Pick<Store, 'cluster'>
  readonly config: Pick<Config, 'cluster'>
}): Bus | undefined {
  if (cluster === undefined || servesApi(config)) return cluster?.bus
  const { bus } = cluster
  return {
    publish: (channel, payload) => bus.publish(channel, payload),
    listen: (channel, ...listener) => (API_CHANNELS.has(channel) ? () => {} : bus.listen(channel, ...listener)),
    onGap: (react) => bus.onGap(react),
    get isConnected() {
      return bus.isConnected
    },
    close: () => bus.close(),
  }
}
