/** How long executions, conversations, stored values, files and the audit log are kept; `settings.ts` adds them to its table. */
import * as parse from './setting-values.ts'

export const RETENTION_SETTINGS = {
  keepExecutionsDays: {
    argument: 'DAYS',
    default: '30',
    description: 'days to keep finished executions',
    parse: parse.count(1, 36_500),
  },
  keepExecutionsPerWorkflow: {
    argument: 'COUNT',
    default: '10000',
    description: 'finished executions kept per workflow',
    parse: parse.count(1),
  },
  sessionRetentionDays: {
    argument: 'DAYS',
    default: '0',
    description: 'days without activity after which conversations are deleted; 0 keeps them forever',
    parse: parse.count(0, 36_500),
  },
  messageRetentionDays: {
    argument: 'DAYS',
    default: '0',
    description: 'days after which messages of conversations are deleted; 0 keeps them as long as the conversation',
    parse: parse.count(0, 36_500),
  },
  keyValueRetentionDays: {
    argument: 'DAYS',
    default: '0',
    description: 'days after the last write when values of key-value nodes are deleted; 0 keeps them forever',
    parse: parse.count(0, 36_500),
  },
  fileRetentionDays: {
    argument: 'DAYS',
    default: '0',
    description: 'days after the last change when files of nodes are deleted; 0 keeps them forever',
    parse: parse.count(0, 36_500),
  },
  auditRetentionDays: {
    argument: 'DAYS',
    default: '365',
    description: 'days to keep entries of the audit log; 0 keeps them forever',
    parse: parse.count(0, 36_500),
  },
} as const
