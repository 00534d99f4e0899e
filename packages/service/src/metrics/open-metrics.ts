/** The metrics of a process and their listener. */
import { listenForText, type TextListener } from '../http/text-listener.ts'
import { BadSetting } from '../platform/bad-setting.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/ports.ts'
import { VERSION } from '../platform/version.ts'
import { type GaugeNeeds, Gauges } from './gauges.ts'
import { Metrics } from './metrics.ts'

export interface OpenedMetrics {
  readonly metrics: Metrics
  /** Serves the metrics, with those of the parts that were opened meanwhile. */
  listen(gauges: Omit<GaugeNeeds, 'onFailure'>): Promise<TextListener>
}

type MetricsConfig = Pick<Config, 'metrics' | 'allowedHost' | 'build'>

export function openMetrics({ metrics: at, allowedHost, build }: MetricsConfig, log: Log): OpenedMetrics {
  const metrics = new Metrics({ version: VERSION, build })
  const { registry } = metrics
  return {
    metrics,
    async listen(gauges) {
      if (at === undefined) throw new BadSetting('--metrics is not set.')
      const onUnread = (err: unknown) => log.warn({ err }, 'the database could not be read for the metrics')
      metrics.addGauges(new Gauges({ ...gauges, onFailure: onUnread }))
      const text = async () => ({ type: registry.contentType, body: await registry.metrics() })
      const onFailure = (err: unknown) => log.error({ err }, 'the metrics could not be served')
      return listenForText({ ...at, path: '/metrics', allowedHost, text, onFailure }).catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
        throw new BadSetting(`--metrics: ${at.host}:${at.port} cannot be used (${code}); choose another address.`)
      })
    },
  }
}
