/** The settings of metrics and traces; `settings.ts` adds them to its table. */
import { modelPrices } from './model-prices.ts'
import * as parse from './setting-values.ts'

export const OBSERVE_SETTINGS = {
  metrics: {
    argument: 'HOST:PORT',
    description: 'address that serves metrics for Prometheus at /metrics, without authentication; default: off',
    parse: parse.hostAndPort,
  },
  modelPrice: {
    argument: 'LIST',
    default: '',
    description: 'prices per million input/output tokens, such as openai/gpt-4.1=2/8; prices in Settings win',
    parse: modelPrices,
  },
  modelCurrency: {
    argument: 'CODE',
    default: 'USD',
    description: 'currency of the model prices and of budgets, such as EUR; it is only shown',
    parse: parse.currency,
  },
  usageRetentionDays: {
    argument: 'DAYS',
    default: '730',
    description: 'days to keep the usage of models; 0 keeps it forever',
    parse: parse.count(0, 36_500),
  },
  otlpEndpoint: {
    argument: 'URL',
    aliases: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    description: 'OpenTelemetry collector that gets traces by OTLP/HTTP; fallback: OTEL_EXPORTER_OTLP_ENDPOINT',
    parse: parse.httpUrl,
  },
  otlpTracesEndpoint: {
    argument: 'URL',
    aliases: ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
    description:
      'whole address that gets the traces, instead of --otlp-endpoint; fallback: OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    parse: parse.httpUrl,
  },
} as const
