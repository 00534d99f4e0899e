/** The settings of an installation with several processes; `settings.ts` adds them to its table. */
import * as parse from './setting-values.ts'

export const CLUSTER_SETTINGS = {
  engine: {
    argument: 'embedded|restate',
    default: 'embedded',
    description: '"restate" lets several API processes and workers share one Postgres database',
    parse: parse.oneOf(['embedded', 'restate']),
  },
  role: {
    argument: 'all|api|worker',
    default: 'all',
    description: 'what this process does with --engine restate: serve requests, run executions, or both',
    parse: parse.oneOf(['all', 'api', 'worker']),
  },
  restateIngress: {
    argument: 'URL',
    description: 'ingress of the Restate server, such as http://127.0.0.1:8080',
    parse: parse.httpUrl,
  },
  restateAdmin: {
    argument: 'URL',
    description: 'admin API of the Restate server, such as http://127.0.0.1:9070',
    parse: parse.httpUrl,
  },
  workerAddress: {
    argument: 'HOST:PORT',
    description: 'where a worker listens for the Restate server; default: 127.0.0.1:9080',
    parse: parse.hostAndPort,
  },
  workerUrl: {
    argument: 'URL',
    description:
      'where the Restate server reaches the workers: their HTTP/2 load balancer; default: the worker address',
    parse: parse.httpUrl,
  },
  restateIdentityKey: {
    argument: 'KEY',
    description: 'public key of the Restate server, publickeyv1_…; workers reject requests that it did not sign',
    parse: parse.identityKey,
  },
} as const
